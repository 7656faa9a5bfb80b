#!/bin/sh
# Lets Lighthouse judge pages of the application beside its sandbox, as a phone
# meets them, and prints the table of docs/performance.md. It needs Node 18,
# Chromium and curl, and at each run npm's registry. html-validate and axe judge every
# page in `make test`.
set -eu
cd "$(dirname "$0")/.."

lighthouse=lighthouse@12.8.2
go=${GO:-go}
port=${JUDGES_PORT:-18380}
app=http://localhost:$port
sandbox=http://127.0.0.1:$((port + 1))
work=$(mktemp -d)
pid=""
cleanup() {
	[ -z "$pid" ] || kill "$pid" 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

for tool in npm node curl; do
	command -v "$tool" >/dev/null || { echo "judges: $tool is needed" >&2; exit 1; }
done
CHROME_PATH=${CHROME_PATH:-$(command -v chromium || command -v google-chrome)}
export CHROME_PATH

"$go" build -o "$work/payapp" .
PAYAPP_ADDR=127.0.0.1:$port PAYAPP_SANDBOX_ADDR=127.0.0.1:$((port + 1)) PAYAPP_ADMIN_ADDR=127.0.0.1:$((port + 2)) \
	PAYAPP_SANDBOX_DB=:memory: PAYAPP_SANDBOX_CALM=true "$work/payapp" >"$work/log" 2>&1 &
pid=$!
curl -fs --retry 50 --retry-delay 1 --retry-connrefused -o /dev/null "$sandbox/shop"

# field takes a value out of JSON.
field() { node -e 'process.stdout.write(JSON.parse(require("fs").readFileSync(0, "utf8"))[process.argv[1]])' "$1"; }

# order makes one at the sandbox's shop and prints its addresses as JSON.
order() { curl -fsS -H 'Accept: application/json' -d 'amount=1234.50' -d 'method=THB/PROMPTPAY' -d 'scenario=1' "$sandbox/shop"; }

# pay walks from a reviewed order to its payment, as a browser without script does.
pay() {
	rm -f "$work/jar"
	page=$(curl -fsSL -c "$work/jar" -b "$work/jar" "$1&paymentMethodCode=PROMPTPAY&accountNumber=0801234567")
	seen=$(printf %s "$page" | sed -n 's/.*name="seen" value="\([^"]*\)".*/\1/p')
	action=$(printf %s "$page" | sed -n 's/.*action="\([^"]*\/pay\)".*/\1/p')
	curl -fsSL -c "$work/jar" -b "$work/jar" -H "Origin: $app" --data-urlencode "seen=$seen" -o /dev/null "$app$action"
}

# Lighthouse's API takes a browser that has the payment's cookies: given as a header they
# would hide those that a page sets itself. It is slow to begin on a busy machine, and may
# have to be run again.
lighthouse() { node "$work/node/judge.mjs" "$1" "$2" "$work/report.json" >&2; }
npm install --prefix "$work/node" --silent --no-audit --no-fund "$lighthouse"
cat >"$work/node/judge.mjs" <<'END'
import fs from "node:fs"
import * as launcher from "chrome-launcher"
import lighthouse from "lighthouse"
import puppeteer from "puppeteer-core"

const [address, jar, report] = process.argv.slice(2)
const cookies = !jar ? [] : fs.readFileSync(jar, "utf8").split("\n").map(line => line.replace("#HttpOnly_", "").split("\t"))
	.filter(fields => fields.length > 6).map(([domain, , path, , , name, value]) => ({domain, path, name, value}))
const chrome = await launcher.launch({chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu"]})
try {
	const browser = await puppeteer.connect({browserURL: `http://127.0.0.1:${chrome.port}`})
	const page = await browser.newPage()
	await page.setCookie(...cookies)
	const flags = {output: "json", logLevel: "error", disableStorageReset: true, onlyCategories: ["performance", "accessibility", "best-practices"]}
	const {lhr} = await lighthouse(address, flags, undefined, page)
	if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
	fs.writeFileSync(report, JSON.stringify(lhr))
	await browser.disconnect()
} finally {
	await chrome.kill()
}
END

judge() { # title, address, what its page's data- attributes say, its cookies' file or nothing
	curl -fsSL -c "$work/judged" -b "${4-/dev/null}" "$2" >"$work/page"
	grep -q "$3" "$work/page" || { echo "judges: $1: no $3" >&2; exit 1; }
	lighthouse "$2" "${4-}" || lighthouse "$2" "${4-}"
	node -e '
		const report = JSON.parse(require("fs").readFileSync(process.argv[2]))
		const score = name => Math.round(report.categories[name].score * 100)
		const seconds = name => (report.audits[name].numericValue / 1000).toFixed(1) + " s"
		console.log("| " + [process.argv[1], score("accessibility"), score("best-practices"), score("performance"),
			seconds("first-contentful-paint"), seconds("largest-contentful-paint"),
			Math.round(report.audits["total-blocking-time"].numericValue) + " ms"].join(" | ") + " |")
		for (const [name, audit] of Object.entries(report.audits)) {
			const used = ["accessibility", "best-practices"].some(c => report.categories[c].auditRefs.some(r => r.id == name && r.weight > 0))
			if (used && audit.score !== null && audit.score < 1) console.error(process.argv[1] + ": " + name + ": " + audit.title)
		}' "$1" "$work/report.json"
}

echo "| Page | Accessibility | Best practices | Performance | First paint | Largest paint | Blocked |"
echo "|---|---|---|---|---|---|---|"
made=$(order)
link=$(printf %s "$made" | field redirectUrl)
judge "the choice of a method" "$link" 'data-page="options"'
judge "the details" "$link&paymentMethodCode=PROMPTPAY" 'data-page="details"'
judge "the review" "$link&paymentMethodCode=PROMPTPAY&accountNumber=0801234567" 'data-page="review"'
pay "$link"
judge "how to pay, with a QR code" "$app${action%/pay}" 'data-page="instructions"' "$work/jar"
judge "a status link, while waiting" "$(printf %s "$made" | field statusUrl)" 'data-status="pending"'
made=$(order)
pay "$(printf %s "$made" | field redirectUrl)"
curl -fsS -d status=SUCCESS -o /dev/null "$sandbox/console/payins/$(printf %s "$made" | field idPayin)"
judge "paid" "$(printf %s "$made" | field statusUrl)" 'data-status="success"'
