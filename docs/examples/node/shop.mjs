// A shop with one product, to copy. It makes orders, sends its customers to the
// payment page, receives callbacks, asks for payments that nobody told of, and
// offers a new attempt when one has failed. Node 18 or later, no packages:
//
//	node shop.mjs                                    the shop
//	node shop.mjs refund ORDER BANK NUMBER NAME      gives an order's money back
//
// An order is paid only when the gateway has said SUCCESS with the order's own
// amount and currency. docs/merchants.md says why each part is as it is.
import { createPrivateKey, randomBytes, sign } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const USAGE = `node shop.mjs                                  the shop, at ADDR
node shop.mjs refund ORDER BANK NUMBER NAME    gives an order's money back`;
const word = process.argv[2];
if (["help", "--help", "-h"].includes(word)) {
	console.log(USAGE);
	process.exit();
}
if (word !== undefined && word !== "refund") {
	console.error(`"${word}" isn't known here: --help tells what is`);
	process.exit(1);
}

// The settings, from the environment.
const env = (name, otherwise) => process.env[name] || otherwise;
const GATEWAY = env("GATEWAY", "http://localhost:8081"); // {base_url} of the gateway
const APP = env("APP", "http://localhost:8080"); // {payment_app_url} of the payment page
const MERCHANT = env("MERCHANT", "DEMO"); // your merchant code
const PRICE = { amount: env("AMOUNT", "1234.50"), currencyCode: env("CURRENCY", "THB") };
const FOLDER = env("ORDERS", "orders"); // one file an order; yours is a database
const STEER = env("STEER", ""); // of the sandbox: "~refused@2s" after each payment's id
const POLL = Number(env("POLL_SECONDS", "10")) * 1000; // how soon a payment is asked for again
const KEY = readKey(env("KEY", "key.pem")); // the merchant's
const [HOST, PORT] = env("ADDR", "127.0.0.1:8090").split(/:(?=\d+$)/);
let self = env("SHOP_URL", ""); // this shop, as its customers and the gateway reach it

if (!/^\d+(\.\d+)?$/.test(PRICE.amount)) stop(`AMOUNT=${PRICE.amount} isn't digits with at most one point`);

function readKey(name) {
	try {
		const text = readFileSync(name, "utf8");
		if (text.includes("PUBLIC KEY")) stop(`KEY: ${name} is a public key; the private one signs`);
		return createPrivateKey(text);
	} catch (error) {
		stop(`KEY: ${name}: ${error.message}`);
	}
}

function stop(reason) {
	console.error(reason);
	process.exit(1);
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;

// A payment's states in their order. It never goes back, so an answer that
// overtakes another does no harm.
const RANK = {
	unstarted: 0, // the gateway doesn't know it: nobody has pressed Pay
	pending: 1,
	ended: 2, // without success; its id can't be used again
	odd: 3, // paid with other money than the order's
	paid: 4,
	refunded: 5, // paid, and given back
};

// An order has one payment for each attempt. The next begins only when the one
// before has ended without success.
function addPayment(order) {
	const now = Date.now();
	order.payments.push({
		id: `${order.id}-${order.payments.length + 1}${STEER}`, // idPayin
		state: "unstarted",
		status: "", // the gateway's own word
		linked: now, // when the customer was last sent to the payment page
		read: now, // when the gateway was last asked
		token: "", // reads this payment and nothing else
		until: 0, // when that token ends
	});
}

const last = (order) => order.payments.at(-1);
const find = (order, id) => order?.payments.find((payment) => payment.id === id);

// The best that is known of an order, else of its last attempt.
function stateOf(order) {
	for (const best of ["paid", "odd", "refunded"]) {
		if (order.payments.some((payment) => payment.state === best)) return best;
	}
	return last(order).state;
}

// Pages.

// The order is kept before anything is asked of the gateway: whatever comes back
// is about an order that we know.
async function makeOrder(form) {
	const order = { id: randomBytes(13).toString("hex"), email: form.get("email") ?? "", price: PRICE, payments: [] };
	addPayment(order);
	save(order);
	return sendToPay(order);
}

// payAgain leads back to the payment that is under way. Only if it has ended
// without success, as the gateway says now, is there a new one: two that go on
// could both be paid.
async function payAgain(id) {
	await ask(id, last(load(id)).id);
	const order = change(id, (order) => {
		if (stateOf(order) === "ended") addPayment(order);
		last(order).linked = Date.now();
	});
	return RANK[stateOf(order)] >= RANK.odd ? redirect(`/orders/${id}`) : sendToPay(order);
}

// The token in the link can do what the payment page needs for this one payment
// of this amount, and nothing else.
async function sendToPay(order) {
	const { id } = last(order);
	const path = `/payins/${quoted(id)}`;
	const token = await requestToken("/auth-tokens", {
		validitySecs: 1800,
		money: { amount: Number(order.price.amount), currencyCode: order.price.currencyCode },
		operations: ["POST /payins/!availablePaymentOptions", `POST ${path}`, `GET ${path}`, `POST ${path}/externalReference`, "GET /merchant-info"],
	});
	return redirect(`${APP}/?${new URLSearchParams({
		merchantCode: MERCHANT, idPayin: id, token, ...order.price,
		callbackUrl: `${self}/callback`, returnUrl: `${self}/orders/${order.id}`,
	})}`);
}

// showOrder is where customers come back to. It says what the gateway said, and
// nothing that the address says.
async function showOrder(id) {
	const payment = last(load(id));
	if (due(payment, POLL / 5)) await ask(id, payment.id).catch(log); // the page says what is known so far
	const order = load(id);
	return page(200, stateOf(order), order);
}

// callback is called by the gateway, and by anybody who likes: it takes the id
// and asks the gateway. An unknown id gets the same answer as a known one. After
// any answer but 2xx the gateway calls again.
async function callback(form, query) {
	const payout = form.get("idPayout") ?? query.get("idPayout");
	const id = payout?.replace(REFUND_OF, "") ?? form.get("idPayin") ?? query.get("idPayin") ?? "";
	const order = id.split("-")[0];
	if (find(load(order), id)) await (payout ? askRefund : ask)(order, id);
	return { code: 204 };
}

// Payments.

// judge says what an answer means for the order.
function judge(order, payin) {
	switch (payin.process?.status) {
		case "SUCCESS":
			return fits(order.price, payin) ? "paid" : "odd";
		case "REFUSED":
		case "FAILED":
		case "CANCELED":
		case "EXPIRED":
			return "ended";
	}
	return "pending"; // also words that nobody knows yet
}

// An answer may have the amount in two places. One is enough, and none may
// differ. Amounts are compared as numbers: 1234.5 is 1234.50. Up to 15 digits,
// different ones are different as JavaScript's numbers, too.
function fits(price, payin) {
	const said = [payin.paymentRequested?.money, payin.paymentMethodResponse?.money].filter((money) => money != null);
	return said.length > 0 && said.every((money) => Number(money.amount) === Number(price.amount) && money.currencyCode === price.currencyCode);
}

// ask reads a payment at the gateway and keeps what it says.
async function ask(orderId, id) {
	const order = change(orderId, (order) => (find(order, id).read = Date.now()));
	const token = await tokenToRead(order, id);
	const { status, body } = await call("GET", `/payins/${encodeURIComponent(id)}`, { Authorization: `Bearer ${token}` });
	if (status === 404) return; // nobody has pressed Pay
	if (status === 401) change(orderId, (order) => (find(order, id).until = 0)); // the next one is asked for with a new token
	if (status !== 200) throw new Error(`reading ${id}: ${status} ${body}`);
	record(orderId, id, judge(order, body), body);
}

// record writes down what was read, and tells the customer once of each change.
function record(orderId, id, state, payin) {
	let changed = false;
	const order = change(orderId, (order) => {
		const payment = find(order, id);
		if (RANK[state] <= RANK[payment.state]) return;
		payment.state = state;
		payment.status = [payin.process.status, payin.failureReasonCode].filter(Boolean).join(" ");
		changed = true;
	});
	if (!changed || (RANK[state] < RANK.odd && RANK[stateOf(order)] >= RANK.odd)) return; // nothing new, or another attempt has paid
	const payment = find(order, id);
	const status = `${APP}/status?${new URLSearchParams({ idPayin: id, token: payment.token, currencyCode: order.price.currencyCode })}&end=1`; // mail programs take a full stop into the end
	if (state === "pending") {
		mail(order, `we have your order, and ship it as soon as your bank has confirmed the payment. See where it stands: ${status}`);
	} else if (state === "ended") {
		mail(order, `the payment of your order has ended without success (${payment.status}). You can pay again: ${self}/orders/${order.id}`);
	} else if (state === "odd") {
		console.log(`for the shopkeeper: ${id} was paid with other money than the order's; nothing is shipped`);
	} else if (state === "refunded") {
		mail(order, `we have given you the money of ${id} back.`);
	} else if (order.payments.some((other) => other.id !== id && RANK[other.state] >= RANK.paid)) {
		console.log(`for the shopkeeper: order ${order.id} is paid twice; give the money of ${id} back`);
	} else {
		mail(order, `your order is paid, and we ship it today. Your receipt: ${status}`);
	}
}

const log = (error) => console.error(error.message);
const mail = (order, text) => console.log(`e-mail to ${order.email.split(/\s+/).join(" ")}: ${text}`);

// tokenToRead is a token that can read one payment, kept for a week: reading
// twice needs one, and so does the status link in the e-mail.
async function tokenToRead(order, id) {
	const payment = find(order, id);
	if (payment.until - Date.now() > DAY) return payment.token;
	const until = Date.now() + 7 * DAY;
	const token = await requestToken("/auth-tokens-by-action", { action: "PAYIN_INFO", idPayment: id, validitySecs: (7 * DAY) / 1000 });
	change(order.id, (order) => Object.assign(find(order, id), { token, until }));
	return token;
}

// due: a payment that may still change is asked for again after a tenth of its
// age, so that an old one costs little. A link works for half an hour: what
// nobody has begun after a day is left alone. least is how long it takes at any
// age: less where somebody looks.
function due(payment, least) {
	const age = Date.now() - payment.linked;
	const open = (payment.state === "pending" && age < 30 * DAY) || (payment.state === "unstarted" && age < DAY);
	return open && Date.now() - payment.read >= Math.max(least, age / 10);
}

// poll asks for the payments whose callback never came, a few a second: the
// gateway takes ten requests.
async function poll() {
	for (;;) {
		await sleep(Math.min(POLL, 10_000));
		for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
			const order = load(file.slice(0, -".json".length));
			for (const payment of (order?.payments ?? []).filter((payment) => due(payment, POLL))) {
				await ask(order.id, payment.id).catch(log);
				await sleep(200);
			}
		}
	}
}

// Giving back.

// A refund is a payout under the payment's id with this before it. The gateway
// takes an id once, so nothing is given back twice.
const REFUND_OF = "refund-of-";

// refund pays the money of a paid order out to its customer's account, bank
// being the bank's code (paymentOperatorCode). Without an account it asks for
// one, and tells what the gateway knows. Some currencies need more of an account.
async function refund(orderOrPayment, bank, accountNumber, accountName) {
	const order = load(orderOrPayment?.split("-")[0] ?? "");
	if (!order) throw new Error(`no order ${orderOrPayment} here; usage: node shop.mjs refund ORDER BANK NUMBER NAME`);
	const paid = order.payments.filter((payment) => RANK[payment.state] >= RANK.paid && [order.id, payment.id].includes(orderOrPayment)).map(({ id }) => id);
	if (paid.length !== 1) throw new Error(`to give back takes one paid payment; of ${orderOrPayment}: ${JSON.stringify(paid)}`);
	if (!accountName) {
		const path = `/payins/${paid[0]}/accounts`;
		const known = await call("GET", path, { Authorization: `Bearer ${await requestToken("/auth-tokens", { operations: [`GET ${quoted(path)}`] })}` });
		throw new Error(`to which account? node shop.mjs refund ${orderOrPayment} BANK NUMBER NAME; the gateway knows ${JSON.stringify(known.body)}`);
	}
	const path = `/payouts/${REFUND_OF}${paid[0]}`;
	const money = { amount: Number(order.price.amount), currencyCode: order.price.currencyCode };
	const token = await requestToken("/auth-tokens", { money, operations: [`POST ${quoted(path)}`, `GET ${quoted(path)}`] });
	const made = await call("POST", path, { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }, JSON.stringify({
		paymentRequested: { money },
		paymentMethod: { paymentMethodCode: "BANK_TRANSFER", paymentOperatorCode: bank, account: { accountNumber, accountName } },
		callbackUrl: `${self}/callback`,
	}));
	if (made.status !== 200 && made.status !== 409) throw new Error(`POST ${path}: ${made.status} ${made.body}`); // 409: the gateway has it
	let payout = await readRefund(token, paid[0]);
	for (let seconds = 0; seconds < 30 && judge(order, payout) === "pending"; seconds++) {
		await sleep(1000);
		payout = await readRefund(token, paid[0]);
	}
	console.log(`paid out: ${payout.process?.status}`);
	if (judge(order, payout) !== "paid") throw new Error("nothing is given back so far; the same command again says how it stands");
	const told = await fetch(`${self}/callback`, { method: "POST", body: new URLSearchParams({ idPayout: REFUND_OF + paid[0] }) }).catch(() => ({}));
	if (told.status !== 204) throw new Error(`the shop wasn't told at ${self}, where the gateway calls it later; if it isn't there, the same command with its ADDR or SHOP_URL`);
}

// readRefund reads a payment's payout, which is empty if there is none.
async function readRefund(token, id) {
	const { status, body } = await call("GET", `/payouts/${REFUND_OF}${id}`, { Authorization: `Bearer ${token}` });
	if (status !== 200 && status !== 404) throw new Error(`reading ${REFUND_OF}${id}: ${status} ${body}`);
	return status === 200 ? body : {};
}

// askRefund keeps that a payment is given back, if the gateway says so.
async function askRefund(orderId, id) {
	const payout = await readRefund(await requestToken("/auth-tokens", { operations: [`GET ${quoted(`/payouts/${REFUND_OF}${id}`)}`] }), id);
	if (judge(load(orderId), payout) === "paid") record(orderId, id, "refunded", payout);
}

// The gateway.

// Paths in a token are regular expressions.
const quoted = (path) => path.replace(/[.+]/g, "\\$&");

// requestToken asks for a token. The signature is SHA256withRSA over the very
// bytes that are sent.
async function requestToken(path, request) {
	const body = JSON.stringify({ merchantCode: MERCHANT, timestamp: Date.now(), ...request });
	const signature = sign("RSA-SHA256", Buffer.from(body), KEY).toString("base64");
	const answer = await call("POST", path, { "X-SIGNATURE": signature, "Content-Type": "application/json" }, body);
	const Kind = answer.status === 429 || answer.status >= 500 ? Error : OurMistake;
	if (answer.status !== 200) throw new Kind(`POST ${path}: ${answer.status} ${answer.body}`);
	return answer.body.token;
}

// OurMistake is a refusal that trying again doesn't mend.
class OurMistake extends Error {}

// call repeats a request that got no answer or wasn't processed. All requests of
// this shop can be repeated: they ask, read, or make what is made once.
async function call(method, path, headers, body) {
	for (let attempt = 1; ; attempt++) {
		try {
			const response = await fetch(GATEWAY + path, {
				method, body, headers: { Accept: "application/json", "X-API-Version": "2", ...headers },
				redirect: "error", signal: AbortSignal.timeout(10_000),
			});
			const text = await response.text();
			if (attempt === 3 || (response.status !== 429 && response.status < 500)) {
				return { status: response.status, body: response.status === 200 ? JSON.parse(text) : text };
			}
		} catch (error) {
			if (attempt === 3) throw new Error(`${method} ${GATEWAY}${path}: no answer (${error.cause?.message || error.message})`);
		}
		await sleep(1000);
	}
}

// Orders, a file each.

// load checks the id first: one from an address becomes a file's name.
function load(id) {
	if (!/^[a-z0-9]{26}$/.test(id)) return undefined;
	try {
		return JSON.parse(readFileSync(`${FOLDER}/${id}.json`, "utf8"));
	} catch (error) {
		if (error.code === "ENOENT") return undefined;
		throw error;
	}
}

// change is the only way to alter an order. Nothing else runs between its
// reading and its writing: it has no await.
function change(id, edit) {
	const order = load(id);
	edit(order);
	save(order);
	return order;
}

// save replaces the file as a whole, so that no crash leaves half an order.
function save(order) {
	const name = `${FOLDER}/${order.id}.json`;
	const file = openSync(`${name}.new`, "w", 0o600);
	writeSync(file, JSON.stringify(order));
	fsyncSync(file);
	closeSync(file);
	renameSync(`${name}.new`, name);
}

// HTML.

const redirect = (to) => ({ code: 303, headers: { Location: to } });
const escape = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

function page(code, state, order) {
	const button = (text) => `<form method="post" action="/orders/${order.id}/pay"><button>${text}</button></form>`;
	const texts = {
		shop: () => `<h1>A teapot</h1><p>${escape(PRICE.amount)} ${escape(PRICE.currencyCode)}</p>
<form method="post" action="/orders"><label>Your e-mail address <input type="email" name="email" required autocomplete="email"></label><button>Order and pay</button></form>`,
		unstarted: () => `<h1>Not paid yet</h1><p>We know of no payment for your order so far.</p>${button("Pay")}`,
		pending: () => `<h1>We’re waiting for your bank</h1><p>The payment has begun and isn’t confirmed yet. We ship as soon as it is.
If you have paid, there is nothing left to do.</p>${button("Back to the payment")}`,
		ended: () => `<h1>This payment didn’t succeed</h1><p>It ended as ${escape(last(order).status)}. Nothing is shipped.
If you have sent money all the same, write to us and don’t pay again.</p>${button("Pay again")}`,
		odd: () => `<h1>We’re looking into your payment</h1><p>What arrived doesn’t fit your order. Please don’t pay again: we’ll write to you.</p>`,
		paid: () => `<h1>Thank you, it’s paid</h1><p>We ship today.</p>`,
		refunded: () => `<h1>You have your money back</h1><p>We have paid it out to your account. Nothing is shipped.</p>`,
		unknown: () => `<h1>There is no such order</h1>`,
		broken: () => `<h1>We can’t take payments just now</h1><p>The mistake is ours, not yours, and was noted. Nothing was charged by this press.</p>`,
		unreachable: () => `<h1>Please try again in a moment</h1><p>The payment service doesn’t answer just now. Nothing was charged by this press.</p>`,
	};
	const body = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teapot shop</title>
${state === "unstarted" || state === "pending" ? '<meta http-equiv="refresh" content="10">' : ""}
<style>
:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui;max-width:28rem;margin:10vh auto;padding:0 1rem}
button,input{font:inherit;padding:.6rem 1rem;width:100%;box-sizing:border-box;margin:.3rem 0}
button{background:#173f7a;color:#fff;border:0;border-radius:.5rem}
</style>
<main data-state="${state}">${texts[state]()}
${order ? `<p><small>Order ${order.id}, ${escape(order.price.amount)} ${escape(order.price.currencyCode)}</small></p>` : ""}
</main>
`;
	return { code, headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }, body };
}

async function answer(request) {
	const { pathname, searchParams } = new URL(request.url, "http://shop");
	const id = pathname.split("/")[2];
	const form = new URLSearchParams(request.method === "POST" ? await bodyOf(request) : "");
	const known = () => load(id) !== undefined;
	switch (`${request.method} ${pathname}`) {
		case "GET /": return page(200, "shop");
		case "POST /orders": return makeOrder(form);
		case "POST /callback": return callback(form, searchParams);
		case `GET /orders/${id}`: return known() ? showOrder(id) : page(404, "unknown");
		case `POST /orders/${id}/pay`: return known() ? payAgain(id) : page(404, "unknown");
	}
	return page(404, "unknown");
}

async function bodyOf(request) {
	request.setEncoding("utf8");
	let text = "";
	for await (const part of request) {
		text += part;
		if (text.length > 64 << 10) throw new Error("the body is too long");
	}
	return text;
}

mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
const server = createServer(async (request, response) => {
	const { code, headers, body } = await answer(request).catch((error) => {
		console.error(error.message);
		if (request.url.startsWith("/callback")) return page(503, "unreachable");
		return error instanceof OurMistake ? page(500, "broken") : page(502, "unreachable");
	});
	response.writeHead(code, headers).end(body);
});
if (word === "refund") {
	self ||= `http://${HOST}:${PORT}`;
	await refund(...process.argv.slice(3)).catch((error) => {
		log(error);
		process.exitCode = 1;
	});
} else {
	server.on("error", (error) => {
		console.error(`ADDR: the shop can't listen at ${HOST}:${PORT}, which may be taken; set another ADDR (${error.message})`);
		process.exitCode = 1;
	});
	server.listen(Number(PORT), HOST, () => {
		const address = `http://${HOST}:${server.address().port}`;
		self ||= address;
		console.log(address);
		poll();
	});
}
