"""A shop with one product, to copy. It makes orders, sends its customers to the
payment page, receives callbacks, asks for payments that nobody told of, and
offers a new attempt when one has failed. Python 3.9 or later, no packages:

    python3 shop.py                                     the shop
    python3 shop.py refund ORDER BANK NUMBER NAME       gives an order's money back

Python's standard library can't sign with RSA, so the command openssl does it;
with the package cryptography it is one line. An order is paid only when the
gateway has said SUCCESS with the order's own amount and currency.
docs/merchants.md says why each part is as it is.
"""

import base64
import html
import json
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlencode, urlsplit

# The settings, from the environment.
GATEWAY = os.environ.get("GATEWAY", "http://localhost:8081")  # {base_url} of the gateway
APP = os.environ.get("APP", "http://localhost:8080")  # {payment_app_url} of the payment page
MERCHANT = os.environ.get("MERCHANT", "DEMO")  # your merchant code
AMOUNT, CURRENCY = os.environ.get("AMOUNT", "1234.50"), os.environ.get("CURRENCY", "THB")
KEY = os.environ.get("KEY", "key.pem")  # the merchant's private key, PEM
ORDERS = os.environ.get("ORDERS", "orders.db")  # SQLite
STEER = os.environ.get("STEER", "")  # of the sandbox: "~refused@2s" after each payment's id
POLL = float(os.environ.get("POLL_SECONDS", "10"))  # how soon a payment is asked for again
HOST, _, PORT = os.environ.get("ADDR", "127.0.0.1:8090").rpartition(":")
SHOP_URL = os.environ.get("SHOP_URL", "")  # this shop, as its customers and the gateway reach it

DAY = 24 * 3600

# A payment's states in their order. It never goes back, so an answer that
# overtakes another does no harm.
#   unstarted  the gateway doesn't know it: nobody has pressed Pay
#   ended      without success; its id can't be used again
#   odd        paid with other money than the order's
#   refunded   paid, and given back
RANK = {"unstarted": 0, "pending": 1, "ended": 2, "odd": 3, "paid": 4, "refunded": 5}

# An order has one payment for each attempt. The next begins only when the one
# before has ended without success.
SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, email TEXT, amount TEXT, currency TEXT);
CREATE TABLE IF NOT EXISTS payments (
    id TEXT PRIMARY KEY,              -- idPayin: the order's id, and which attempt it is
    order_id TEXT REFERENCES orders,
    state TEXT DEFAULT 'unstarted',
    status TEXT DEFAULT '',           -- the gateway's own word
    linked REAL,                      -- when the customer was last sent to the payment page
    read REAL,                        -- when the gateway was last asked
    token TEXT DEFAULT '',            -- reads this payment and nothing else
    until REAL DEFAULT 0);            -- when that token ends
"""


class Database:
    """One connection, one thread at a time; leaving the block commits."""

    def __init__(self):
        self.connection = sqlite3.connect(ORDERS, check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.executescript(SCHEMA)
        self.lock = threading.RLock()

    def __enter__(self):
        self.lock.acquire()
        return self.connection

    def __exit__(self, kind, *_):
        if kind is None:
            self.connection.commit()
        else:
            self.connection.rollback()
        self.lock.release()


database = None  # opened by main


def payments_of(order_id):
    with database as db:
        return db.execute("SELECT * FROM payments WHERE order_id = ? ORDER BY rowid", [order_id]).fetchall()


def find_order(order_id):
    with database as db:
        return db.execute("SELECT * FROM orders WHERE id = ?", [order_id]).fetchone()


def find_payment(payment_id):
    with database as db:
        return db.execute("SELECT * FROM payments WHERE id = ?", [payment_id]).fetchone()


def add_payment(db, order_id):
    count = db.execute("SELECT count(*) FROM payments WHERE order_id = ?", [order_id]).fetchone()[0]
    now = time.time()
    db.execute("INSERT INTO payments (id, order_id, linked, read) VALUES (?, ?, ?, ?)",
               [f"{order_id}-{count + 1}{STEER}", order_id, now, now])


def state_of(order_id):
    """The best that is known of an order, else of its last attempt."""
    states = [payment["state"] for payment in payments_of(order_id)]
    for best in ("paid", "odd", "refunded"):
        if best in states:
            return best
    return states[-1]


# Pages.


def make_order(email):
    """The order is kept before anything is asked of the gateway: whatever comes
    back is about an order that we know."""
    order_id = secrets.token_hex(16)  # unguessable: who knows it sees the order
    with database as db:
        db.execute("INSERT INTO orders VALUES (?, ?, ?, ?)", [order_id, email, AMOUNT, CURRENCY])
        add_payment(db, order_id)
    return send_to_pay(order_id)


def pay_again(order_id):
    """Leads back to the payment that is under way. Only if it has ended without
    success, as the gateway says now, is there a new one: two that go on could
    both be paid."""
    ask(payments_of(order_id)[-1]["id"])
    with database as db:
        state = state_of(order_id)
        if state == "ended":
            add_payment(db, order_id)
        db.execute("UPDATE payments SET linked = ? WHERE id = ?", [time.time(), payments_of(order_id)[-1]["id"]])
    return redirect(f"/orders/{order_id}") if RANK[state] >= RANK["odd"] else send_to_pay(order_id)


def send_to_pay(order_id):
    """The token in the link can do what the payment page needs for this one
    payment of this amount, and nothing else."""
    order, payment_id = find_order(order_id), payments_of(order_id)[-1]["id"]
    path = "/payins/" + quoted(payment_id)
    token = request_token("/auth-tokens", {
        "validitySecs": 1800,
        "money": {"amount": float(order["amount"]), "currencyCode": order["currency"]},
        "operations": ["POST /payins/!availablePaymentOptions", "POST " + path, "GET " + path,
                       f"POST {path}/externalReference", "GET /merchant-info"],
    })
    return redirect(APP + "/?" + urlencode({
        "merchantCode": MERCHANT, "idPayin": payment_id, "token": token,
        "amount": order["amount"], "currencyCode": order["currency"],
        "callbackUrl": SHOP_URL + "/callback", "returnUrl": f"{SHOP_URL}/orders/{order_id}",
    }))


def show_order(order_id):
    """Where customers come back to. It says what the gateway said, and nothing
    that the address says."""
    payment = payments_of(order_id)[-1]
    if due(payment, POLL / 5):
        try:
            ask(payment["id"])
        except Exception as error:  # the page says what is known so far
            print(error, file=sys.stderr)
    return page(200, state_of(order_id), find_order(order_id))


def callback(payment_id, payout_id):
    """Called by the gateway, and by anybody who likes: it takes the id and asks
    the gateway. An unknown id gets the same answer as a known one. After any
    answer but 2xx the gateway calls again."""
    if payout_id and find_payment(payout_id.replace(REFUND_OF, "", 1)):
        ask_refund(payout_id.replace(REFUND_OF, "", 1))
    elif find_payment(payment_id):
        ask(payment_id)
    return 204, {}, ""


# Payments.


def judge(order, payin):
    """What an answer means for the order."""
    status = payin.get("process", {}).get("status")
    if status == "SUCCESS":
        return "paid" if fits(order, payin) else "odd"
    if status in ("REFUSED", "FAILED", "CANCELED", "EXPIRED"):
        return "ended"
    return "pending"  # also words that nobody knows yet


def fits(order, payin):
    """An answer may have the amount in two places. One is enough, and none may
    differ. Amounts are compared as numbers: 1234.5 is 1234.50."""
    said = [payin.get(place, {}).get("money") for place in ("paymentRequested", "paymentMethodResponse")]
    said = [(Decimal(money["amount"]), money["currencyCode"]) for money in said if money]
    return bool(said) and all(money == (Decimal(order["amount"]), order["currency"]) for money in said)


def ask(payment_id):
    """Reads a payment at the gateway and keeps what it says."""
    with database as db:
        db.execute("UPDATE payments SET read = ? WHERE id = ?", [time.time(), payment_id])
    token = token_to_read(payment_id)
    status, payin = call("GET", "/payins/" + quote(payment_id, safe=""), {"Authorization": "Bearer " + token})
    if status == 404:
        return  # nobody has pressed Pay
    if status == 401:  # the next one is asked for with a new token
        with database as db:
            db.execute("UPDATE payments SET until = 0 WHERE id = ?", [payment_id])
    if status != 200:
        raise RuntimeError(f"reading {payment_id}: {status} {payin}")
    record(payment_id, payin, judge(find_order(find_payment(payment_id)["order_id"]), payin))


def record(payment_id, payin, state):
    """Writes down what was read, and tells the customer once of each change."""
    with database as db:
        payment = find_payment(payment_id)
        order = find_order(payment["order_id"])
        if RANK[state] <= RANK[payment["state"]]:
            return
        status = " ".join(word for word in (payin["process"]["status"], payin.get("failureReasonCode")) if word)
        db.execute("UPDATE payments SET state = ?, status = ? WHERE id = ?", [state, status, payment_id])
        twice = sum(RANK[other["state"]] >= RANK["paid"] for other in payments_of(order["id"])) > 1
        if RANK[state] < RANK["odd"] <= RANK[state_of(order["id"])]:
            return  # another attempt has paid the order
    link = APP + "/status?" + urlencode({"idPayin": payment_id, "token": payment["token"], "currencyCode": order["currency"]}) + "&end=1"  # mail programs take a full stop into the end
    if state == "pending":
        mail(order, f"we have your order, and ship it as soon as your bank has confirmed the payment. See where it stands: {link}")
    elif state == "ended":
        mail(order, f"the payment of your order has ended without success ({status}). You can pay again: {SHOP_URL}/orders/{order['id']}")
    elif state == "odd":
        say(f"for the shopkeeper: {payment_id} was paid with other money than the order's; nothing is shipped")
    elif state == "refunded":
        mail(order, f"we have given you the money of {payment_id} back.")
    elif twice:
        say(f"for the shopkeeper: order {order['id']} is paid twice; give the money of {payment_id} back")
    else:
        mail(order, f"your order is paid, and we ship it today. Your receipt: {link}")


def mail(order, text):
    say(f"e-mail to {' '.join(order['email'].split())}: {text}")


def say(line):
    print(line, flush=True)


def token_to_read(payment_id):
    """A token that can read one payment, kept for a week: reading twice needs
    one, and so does the status link in the e-mail."""
    payment = find_payment(payment_id)
    if payment["until"] - time.time() > DAY:
        return payment["token"]
    until = time.time() + 7 * DAY
    token = request_token("/auth-tokens-by-action", {"action": "PAYIN_INFO", "idPayment": payment_id, "validitySecs": 7 * DAY})
    with database as db:
        db.execute("UPDATE payments SET token = ?, until = ? WHERE id = ?", [token, until, payment_id])
    return token


def due(payment, least):
    """A payment that may still change is asked for again after a tenth of its
    age, so that an old one costs little. A link works for half an hour: what
    nobody has begun after a day is left alone. least is how long it takes at any
    age: less where somebody looks."""
    age = time.time() - payment["linked"]
    still_open = (payment["state"] == "pending" and age < 30 * DAY) or (payment["state"] == "unstarted" and age < DAY)
    return still_open and time.time() - payment["read"] >= max(least, age / 10)


def poll():
    """Asks for the payments whose callback never came, a few a second: the
    gateway takes ten requests."""
    while True:
        time.sleep(min(POLL, 10))
        with database as db:
            unsettled = db.execute("SELECT * FROM payments WHERE state IN ('unstarted', 'pending') AND linked > ?", [time.time() - 30 * DAY]).fetchall()
        for payment in unsettled:
            if not due(payment, POLL):
                continue
            try:
                ask(payment["id"])
            except Exception as error:
                print(error, file=sys.stderr)
            time.sleep(0.2)


# Giving back.

# A refund is a payout under the payment's id with this before it. The gateway
# takes an id once, so nothing is given back twice.
REFUND_OF = "refund-of-"


def refund(order_or_payment="", bank="", number="", name=""):
    """Pays the money of a paid order out to its customer's account, bank being
    the bank's code (paymentOperatorCode). Without an account it asks for one, and
    tells what the gateway knows. Some currencies need more of an account."""
    order = find_order(order_or_payment.split("-")[0])
    if not order:
        raise RuntimeError(f"no order {order_or_payment} here; usage: python3 shop.py refund ORDER BANK NUMBER NAME")
    paid = [payment["id"] for payment in payments_of(order["id"])
            if RANK[payment["state"]] >= RANK["paid"] and order_or_payment in (order["id"], payment["id"])]
    if len(paid) != 1:
        raise RuntimeError(f"to give back takes one paid payment; of {order_or_payment}: {paid}")
    if not name:
        path = f"/payins/{paid[0]}/accounts"
        token = request_token("/auth-tokens", {"operations": ["GET " + quoted(path)]})
        known = json.dumps(call("GET", path, {"Authorization": "Bearer " + token})[1], default=str)
        raise RuntimeError(f"to which account? python3 shop.py refund {order_or_payment} BANK NUMBER NAME; the gateway knows {known}")
    path = "/payouts/" + REFUND_OF + paid[0]
    money = {"amount": float(order["amount"]), "currencyCode": order["currency"]}
    token = request_token("/auth-tokens", {"money": money, "operations": ["POST " + quoted(path), "GET " + quoted(path)]})
    status, answer = call("POST", path, {"Authorization": "Bearer " + token, "Content-Type": "application/json"}, json.dumps({
        "paymentRequested": {"money": money},
        "paymentMethod": {"paymentMethodCode": "BANK_TRANSFER", "paymentOperatorCode": bank,
                          "account": {"accountNumber": number, "accountName": name}},
        "callbackUrl": SHOP_URL + "/callback",
    }).encode())
    if status not in (200, 409):  # 409: the gateway has it
        raise RuntimeError(f"POST {path}: {status} {answer}")
    for _ in range(30):
        payout = read_refund(token, paid[0])
        if judge(order, payout) != "pending":
            break
        time.sleep(1)
    say(f"paid out: {payout.get('process', {}).get('status')}")
    if judge(order, payout) != "paid":
        raise RuntimeError("nothing is given back so far; the same command again says how it stands")
    try:
        with urllib.request.urlopen(SHOP_URL + "/callback", urlencode({"idPayout": REFUND_OF + paid[0]}).encode(), timeout=10) as answer:
            told = answer.status == 204
    except OSError:
        told = False
    if not told:
        raise RuntimeError(
            f"the shop wasn't told at {SHOP_URL}, where the gateway calls it later; if it isn't there, the same command with its ADDR or SHOP_URL"
        )


def read_refund(token, payment_id):
    """Reads a payment's payout, which is empty if there is none."""
    status, payout = call("GET", "/payouts/" + quote(REFUND_OF + payment_id, safe=""), {"Authorization": "Bearer " + token})
    if status not in (200, 404):
        raise RuntimeError(f"reading {REFUND_OF}{payment_id}: {status} {payout}")
    return payout if status == 200 else {}


def ask_refund(payment_id):
    """Keeps that a payment is given back, if the gateway says so."""
    token = request_token("/auth-tokens", {"operations": ["GET " + quoted("/payouts/" + REFUND_OF + payment_id)]})
    payout = read_refund(token, payment_id)
    if judge(find_order(find_payment(payment_id)["order_id"]), payout) == "paid":
        record(payment_id, payout, "refunded")


# The gateway.


def quoted(path):
    """Paths in a token are regular expressions."""
    return re.sub("[.+]", r"\\\g<0>", path)


def request_token(path, request):
    """Asks for a token. The signature is SHA256withRSA over the very bytes that
    are sent."""
    request = {"merchantCode": MERCHANT, "timestamp": int(time.time() * 1000), **request}
    body = json.dumps(request, separators=(",", ":")).encode()
    signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", KEY], input=body, stdout=subprocess.PIPE, check=True).stdout
    status, answer = call("POST", path, {"X-SIGNATURE": base64.b64encode(signature).decode(), "Content-Type": "application/json"}, body)
    if 400 <= status < 500 and status != 429:
        raise OurMistake(f"POST {path}: {status} {answer}")
    if status != 200:
        raise RuntimeError(f"POST {path}: {status} {answer}")
    return answer["token"]


class OurMistake(RuntimeError):
    """A refusal that trying again doesn't mend."""


def call(method, path, headers, body=None):
    """Repeats a request that got no answer or wasn't processed. All requests of
    this shop can be repeated: they ask, read, or make what is made once."""
    headers = {"Accept": "application/json", "X-API-Version": "2", **headers}
    for attempt in (1, 2, 3):
        try:
            with urllib.request.urlopen(urllib.request.Request(GATEWAY + path, body, headers, method=method), timeout=10) as response:
                return response.status, json.loads(response.read(), parse_float=Decimal)
        except urllib.error.HTTPError as refused:
            if attempt == 3 or refused.code != 429 and refused.code < 500:
                return refused.code, refused.read().decode(errors="replace")
        except (OSError, ValueError) as error:  # no answer, or half of one
            if attempt == 3:
                raise OSError(f"{method} {GATEWAY}{path}: no answer ({error})") from error
        time.sleep(1)


# HTML.


def redirect(to):
    return 303, {"Location": to}, ""


def page(code, state, order=None):
    def button(text):
        return f'<form method="post" action="/orders/{order["id"]}/pay"><button>{text}</button></form>'

    if state == "shop":
        body = f"""<h1>A teapot</h1><p>{html.escape(AMOUNT)} {html.escape(CURRENCY)}</p>
<form method="post" action="/orders"><label>Your e-mail address <input type="email" name="email" required autocomplete="email"></label><button>Order and pay</button></form>"""
    elif state == "unstarted":
        body = f"<h1>Not paid yet</h1><p>We know of no payment for your order so far.</p>{button('Pay')}"
    elif state == "pending":
        body = f"""<h1>We’re waiting for your bank</h1><p>The payment has begun and isn’t confirmed yet. We ship as soon as it is.
If you have paid, there is nothing left to do.</p>{button('Back to the payment')}"""
    elif state == "ended":
        body = f"""<h1>This payment didn’t succeed</h1><p>It ended as {html.escape(payments_of(order["id"])[-1]["status"])}. Nothing is shipped.
If you have sent money all the same, write to us and don’t pay again.</p>{button('Pay again')}"""
    elif state == "odd":
        body = "<h1>We’re looking into your payment</h1><p>What arrived doesn’t fit your order. Please don’t pay again: we’ll write to you.</p>"
    elif state == "paid":
        body = "<h1>Thank you, it’s paid</h1><p>We ship today.</p>"
    elif state == "refunded":
        body = "<h1>You have your money back</h1><p>We have paid it out to your account. Nothing is shipped.</p>"
    elif state == "unknown":
        body = "<h1>There is no such order</h1>"
    elif state == "broken":
        body = "<h1>We can’t take payments just now</h1><p>The mistake is ours, not yours, and was noted. Nothing was charged by this press.</p>"
    else:
        body = "<h1>Please try again in a moment</h1><p>The payment service doesn’t answer just now. Nothing was charged by this press.</p>"
    if order:
        body += f"<p><small>Order {order['id']}, {html.escape(order['amount'])} {html.escape(order['currency'])}</small></p>"
    refresh = '<meta http-equiv="refresh" content="10">' if state in ("unstarted", "pending") else ""
    return code, {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}, f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teapot shop</title>
{refresh}
<style>
:root{{color-scheme:light dark}}body{{font:1.1rem/1.5 system-ui;max-width:28rem;margin:10vh auto;padding:0 1rem}}
button,input{{font:inherit;padding:.6rem 1rem;width:100%;box-sizing:border-box;margin:.3rem 0}}
button{{background:#173f7a;color:#fff;border:0;border-radius:.5rem}}
</style>
<main data-state="{state}">{body}</main>
"""


def answer(method, path, fields):
    first = lambda name: fields.get(name, [""])[0]
    order = re.fullmatch("/orders/([0-9a-f]{32})(/pay)?", path)
    if order and not find_order(order[1]):
        return page(404, "unknown")
    if (method, path) == ("GET", "/"):
        return page(200, "shop")
    if (method, path) == ("POST", "/orders"):
        return make_order(first("email"))
    if (method, path) == ("POST", "/callback"):
        return callback(first("idPayin"), first("idPayout"))
    if order and method == "GET" and not order[2]:
        return show_order(order[1])
    if order and method == "POST" and order[2]:
        return pay_again(order[1])
    return page(404, "unknown")


class Handler(BaseHTTPRequestHandler):
    timeout = 30

    def serve(self):
        address = urlsplit(self.path)
        length = self.headers.get("Content-Length", "")
        text = self.rfile.read(min(int(length), 64 << 10)).decode(errors="replace") if length.isdecimal() else ""
        try:
            code, headers, body = answer(self.command, address.path, {**parse_qs(address.query), **parse_qs(text)})
        except Exception as error:
            print(error, file=sys.stderr)
            if isinstance(error, OurMistake) and address.path != "/callback":
                code, headers, body = page(500, "broken")
            else:
                code, headers, body = page(503 if address.path == "/callback" else 502, "unreachable")
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_GET = do_POST = serve

    def log_message(self, *_):
        pass  # addresses of orders don't belong into logs


USAGE = """python3 shop.py                                  the shop, at ADDR
python3 shop.py refund ORDER BANK NUMBER NAME    gives an order's money back"""

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in ("help", "--help", "-h"):
        print(USAGE)
        sys.exit()
    if sys.argv[1:2] not in ([], ["refund"]):
        sys.exit(f'"{sys.argv[1]}" isn\'t known here: --help tells what is')
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", AMOUNT):
        sys.exit(f"AMOUNT={AMOUNT} isn't digits with at most one point")
    try:
        with open(KEY) as file:
            if "PUBLIC KEY" in file.read():
                sys.exit(f"KEY: {KEY} is a public key; the private one signs")
        if subprocess.run(["openssl", "pkey", "-in", KEY, "-noout"], stderr=subprocess.DEVNULL).returncode:
            sys.exit(f"KEY: {KEY} is no private key")
    except OSError as error:
        sys.exit(f"KEY: {error}")
    os.umask(0o077)
    database = Database()
    if sys.argv[1:2] == ["refund"]:
        SHOP_URL = SHOP_URL or f"http://{HOST}:{PORT}"
        try:
            sys.exit(refund(*sys.argv[2:6]))
        except (RuntimeError, OSError) as error:
            sys.exit(str(error))
    try:
        server = ThreadingHTTPServer((HOST, int(PORT)), Handler)
    except OSError as error:
        sys.exit(f"ADDR: the shop can't listen at {HOST}:{PORT}, which may be taken; set another ADDR ({error})")
    address = f"http://{HOST}:{server.server_address[1]}"
    SHOP_URL = SHOP_URL or address
    threading.Thread(target=poll, daemon=True).start()
    say(address)
    server.serve_forever()
