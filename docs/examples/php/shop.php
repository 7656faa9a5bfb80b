<?php
// A shop with one product, to copy. It makes orders, sends its customers to the
// payment page, receives callbacks, asks for payments that nobody told of, and
// offers a new attempt when one has failed. PHP 8.1 or later with its openssl
// extension, no packages:
//
//	php -q -S 127.0.0.1:8090 shop.php                the shop
//	php shop.php poll                                asks for payments: let cron do it each minute
//	php shop.php refund ORDER BANK NUMBER NAME       gives an order's money back
//
// An order is paid only when the gateway has said SUCCESS with the order's own
// amount and currency. docs/merchants.md says why each part is as it is.
declare(strict_types=1);

// The settings, from the environment.
function env(string $name, string $otherwise): string
{
    return getenv($name) ?: $otherwise;
}
define('GATEWAY', env('GATEWAY', 'http://localhost:8081')); // {base_url} of the gateway
define('APP', env('APP', 'http://localhost:8080')); // {payment_app_url} of the payment page
define('MERCHANT', env('MERCHANT', 'DEMO')); // your merchant code
define('PRICE', ['amount' => env('AMOUNT', '1234.50'), 'currencyCode' => env('CURRENCY', 'THB')]);
define('KEY', env('KEY', 'key.pem')); // the merchant's private key, PEM
define('FOLDER', env('ORDERS', 'orders')); // one file an order; yours is a database
define('STEER', env('STEER', '')); // of the sandbox: "~refused@2s" after each payment's id
define('POLL', (float) env('POLL_SECONDS', '10')); // how soon a payment is asked for again
$listens = PHP_SAPI === 'cli-server' ? "$_SERVER[SERVER_NAME]:$_SERVER[SERVER_PORT]" : env('ADDR', '127.0.0.1:8090'); // as php -S was told
define('SELF', env('SHOP_URL', "http://$listens")); // this shop, as its customers and the gateway reach it

const DAY = 24 * 3600;

// A payment's states in their order. It never goes back, so an answer that
// overtakes another does no harm.
const RANK = [
    'unstarted' => 0, // the gateway doesn't know it: nobody has pressed Pay
    'pending' => 1,
    'ended' => 2, // without success; its id can't be used again
    'odd' => 3, // paid with other money than the order's
    'paid' => 4,
    'refunded' => 5, // paid, and given back
];

// An order has one payment for each attempt. The next begins only when the one
// before has ended without success.
function addPayment(array &$order): void
{
    $id = $order['id'] . '-' . (count($order['payments']) + 1) . STEER; // idPayin
    $now = microtime(true);
    $order['payments'][$id] = [
        'id' => $id,
        'state' => 'unstarted',
        'status' => '', // the gateway's own word
        'linked' => $now, // when the customer was last sent to the payment page
        'read' => $now, // when the gateway was last asked
        'token' => '', // reads this payment and nothing else
        'until' => 0, // when that token ends
    ];
}

function last(array $order): array
{
    return $order['payments'][array_key_last($order['payments'])];
}

// The best that is known of an order, else of its last attempt.
function stateOf(array $order): string
{
    $states = array_column($order['payments'], 'state');
    foreach (['paid', 'odd', 'refunded'] as $best) {
        if (in_array($best, $states, true)) {
            return $best;
        }
    }
    return last($order)['state'];
}

// Pages.

// The order is kept before anything is asked of the gateway: whatever comes back
// is about an order that we know.
function makeOrder(string $email): void
{
    $order = ['id' => bin2hex(random_bytes(16)), 'email' => $email, 'price' => PRICE, 'payments' => []];
    addPayment($order);
    save($order);
    sendToPay($order);
}

// payAgain leads back to the payment that is under way. Only if it has ended
// without success, as the gateway says now, is there a new one: two that go on
// could both be paid.
function payAgain(array $order): void
{
    ask($order['id'], last($order)['id']);
    $order = change($order['id'], function (array &$order): void {
        if (stateOf($order) === 'ended') {
            addPayment($order);
        }
        $order['payments'][last($order)['id']]['linked'] = microtime(true);
    });
    if (RANK[stateOf($order)] >= RANK['odd']) {
        header('Location: /orders/' . $order['id'], true, 303);
    } else {
        sendToPay($order);
    }
}

// The token in the link can do what the payment page needs for this one payment
// of this amount, and nothing else.
function sendToPay(array $order): void
{
    $id = last($order)['id'];
    $path = '/payins/' . quoted($id);
    $token = requestToken('/auth-tokens', [
        'validitySecs' => 1800,
        'money' => ['amount' => (float) $order['price']['amount'], 'currencyCode' => $order['price']['currencyCode']],
        'operations' => ['POST /payins/!availablePaymentOptions', "POST $path", "GET $path", "POST $path/externalReference", 'GET /merchant-info'],
    ]);
    header('Location: ' . APP . '/?' . http_build_query([
        'merchantCode' => MERCHANT, 'idPayin' => $id, 'token' => $token, ...$order['price'],
        'callbackUrl' => SELF . '/callback', 'returnUrl' => SELF . '/orders/' . $order['id'],
    ]), true, 303);
}

// showOrder is where customers come back to. It says what the gateway said, and
// nothing that the address says.
function showOrder(array $order): void
{
    if (due(last($order), POLL / 5)) {
        try {
            ask($order['id'], last($order)['id']);
        } catch (Exception $error) {
            note($error); // the page says what is known so far
        }
        $order = load($order['id']);
    }
    page(200, stateOf($order), $order);
}

// callback is called by the gateway, and by anybody who likes: it takes the id
// and asks the gateway. An unknown id gets the same answer as a known one. After
// any answer but 2xx the gateway calls again.
function callback(string $idPayin, string $idPayout): void
{
    $id = $idPayout === '' ? $idPayin : preg_replace('/^' . REFUND_OF . '/', '', $idPayout);
    $order = load(explode('-', $id)[0]);
    if (isset($order['payments'][$id])) {
        $idPayout === '' ? ask($order['id'], $id) : askRefund($order, $id);
    }
    http_response_code(204);
}

// Payments.

// judge says what an answer means for the order.
function judge(array $order, array $payin): string
{
    return match ($payin['process']['status'] ?? '') {
        'SUCCESS' => fits($order['price'], $payin) ? 'paid' : 'odd',
        'REFUSED', 'FAILED', 'CANCELED', 'EXPIRED' => 'ended',
        default => 'pending', // also words that nobody knows yet
    };
}

// An answer may have the amount in two places. One is enough, and none may
// differ. Amounts are compared as numbers: 1234.5 is 1234.50. Up to 15 digits,
// different ones are different as PHP's numbers, too.
function fits(array $price, array $payin): bool
{
    $said = array_filter([$payin['paymentRequested']['money'] ?? null, $payin['paymentMethodResponse']['money'] ?? null]);
    foreach ($said as $money) {
        if ((float) $money['amount'] !== (float) $price['amount'] || $money['currencyCode'] !== $price['currencyCode']) {
            return false;
        }
    }
    return $said !== [];
}

// ask reads a payment at the gateway and keeps what it says.
function ask(string $orderId, string $id): void
{
    $order = change($orderId, function (array &$order) use ($id): void {
        $order['payments'][$id]['read'] = microtime(true);
    });
    $token = tokenToRead($order, $id);
    [$status, $text] = call('GET', '/payins/' . rawurlencode($id), ["Authorization: Bearer $token"]);
    if ($status === 404) {
        return; // nobody has pressed Pay
    }
    if ($status === 401) {
        change($orderId, function (array &$order) use ($id): void {
            $order['payments'][$id]['until'] = 0; // the next one is asked for with a new token
        });
    }
    if ($status !== 200) {
        throw new RuntimeException("reading $id: $status $text");
    }
    $payin = json_decode($text, true, 64, JSON_THROW_ON_ERROR);
    record($orderId, $id, judge($order, $payin), $payin);
}

// record writes down what was read, and tells the customer once of each change.
function record(string $orderId, string $id, string $state, array $payin): void
{
    $changed = false;
    $order = change($orderId, function (array &$order) use ($id, $state, $payin, &$changed): void {
        $payment = &$order['payments'][$id];
        if (RANK[$state] <= RANK[$payment['state']]) {
            return;
        }
        $payment['state'] = $state;
        $payment['status'] = trim($payin['process']['status'] . ' ' . ($payin['failureReasonCode'] ?? ''));
        $changed = true;
    });
    if (!$changed || RANK[$state] < RANK['odd'] && RANK[stateOf($order)] >= RANK['odd']) {
        return; // nothing new, or another attempt has paid the order
    }
    $payment = $order['payments'][$id];
    $status = APP . '/status?' . http_build_query(['idPayin' => $id, 'token' => $payment['token'], 'currencyCode' => $order['price']['currencyCode']]) . '&end=1'; // mail programs take a full stop into the end
    $paid = count(array_filter($order['payments'], fn (array $payment): bool => RANK[$payment['state']] >= RANK['paid']));
    match (true) {
        $state === 'pending' => mailTo($order, "we have your order, and ship it as soon as your bank has confirmed the payment. See where it stands: $status"),
        $state === 'ended' => mailTo($order, "the payment of your order has ended without success ({$payment['status']}). You can pay again: " . SELF . '/orders/' . $order['id']),
        $state === 'odd' => say("for the shopkeeper: $id was paid with other money than the order's; nothing is shipped"),
        $state === 'refunded' => mailTo($order, "we have given you the money of $id back."),
        $paid > 1 => say("for the shopkeeper: order {$order['id']} is paid twice; give the money of $id back"),
        default => mailTo($order, "your order is paid, and we ship it today. Your receipt: $status"),
    };
}

function mailTo(array $order, string $text): void
{
    say('e-mail to ' . preg_replace('/\s+/', ' ', $order['email']) . ": $text");
}

function say(string $line): void
{
    file_put_contents('php://stdout', "$line\n");
}

// note writes to the terminal, where php -q -S leaves error_log out.
function note(Throwable $error): void
{
    file_put_contents('php://stderr', $error->getMessage() . "\n");
}

// tokenToRead is a token that can read one payment, kept for a week: reading
// twice needs one, and so does the status link in the e-mail.
function tokenToRead(array $order, string $id): string
{
    $payment = $order['payments'][$id];
    if ($payment['until'] - time() > DAY) {
        return $payment['token'];
    }
    $until = time() + 7 * DAY;
    $token = requestToken('/auth-tokens-by-action', ['action' => 'PAYIN_INFO', 'idPayment' => $id, 'validitySecs' => 7 * DAY]);
    change($order['id'], function (array &$order) use ($id, $token, $until): void {
        $order['payments'][$id]['token'] = $token;
        $order['payments'][$id]['until'] = $until;
    });
    return $token;
}

// due: a payment that may still change is asked for again after a tenth of its
// age, so that an old one costs little. A link works for half an hour: what
// nobody has begun after a day is left alone. least is how long it takes at any
// age: less where somebody looks.
function due(array $payment, float $least): bool
{
    $age = microtime(true) - $payment['linked'];
    $open = $payment['state'] === 'pending' && $age < 30 * DAY || $payment['state'] === 'unstarted' && $age < DAY;
    return $open && microtime(true) - $payment['read'] >= max($least, $age / 10);
}

// poll asks for the payments whose callback never came, a few a second: the
// gateway takes ten requests.
function poll(): void
{
    foreach (glob(FOLDER . '/*.json') as $file) {
        $order = load(basename($file, '.json'));
        foreach (array_filter($order['payments'] ?? [], fn (array $payment): bool => due($payment, POLL)) as $payment) {
            try {
                ask($order['id'], $payment['id']);
            } catch (Exception $error) {
                note($error);
            }
            usleep(200_000);
        }
    }
}

// Giving back.

// A refund is a payout under the payment's id with this before it. The gateway
// takes an id once, so nothing is given back twice.
const REFUND_OF = 'refund-of-';

// refund pays the money of a paid order out to its customer's account, $bank
// being the bank's code (paymentOperatorCode). Without an account it asks for
// one, and tells what the gateway knows. Some currencies need more of an account.
function refund(string $orderOrPayment = '', string $bank = '', string $number = '', string $name = ''): void
{
    $order = load(explode('-', $orderOrPayment)[0]);
    if ($order === null) {
        throw new RuntimeException("no order $orderOrPayment here; usage: php shop.php refund ORDER BANK NUMBER NAME");
    }
    $paid = array_keys(array_filter($order['payments'], fn (array $payment): bool => RANK[$payment['state']] >= RANK['paid']
        && in_array($orderOrPayment, [$order['id'], $payment['id']], true)));
    if (count($paid) !== 1) {
        throw new RuntimeException("to give back takes one paid payment; of $orderOrPayment: " . json_encode($paid));
    }
    if ($name === '') {
        $path = "/payins/$paid[0]/accounts";
        [, $known] = call('GET', $path, ['Authorization: Bearer ' . requestToken('/auth-tokens', ['operations' => ['GET ' . quoted($path)]])]);
        throw new RuntimeException("to which account? php shop.php refund $orderOrPayment BANK NUMBER NAME; the gateway knows $known");
    }
    $path = '/payouts/' . REFUND_OF . $paid[0];
    $money = ['amount' => (float) $order['price']['amount'], 'currencyCode' => $order['price']['currencyCode']];
    $token = requestToken('/auth-tokens', ['money' => $money, 'operations' => ['POST ' . quoted($path), 'GET ' . quoted($path)]]);
    [$status, $text] = call('POST', $path, ["Authorization: Bearer $token", 'Content-Type: application/json'], json_encode([
        'paymentRequested' => ['money' => $money],
        'paymentMethod' => ['paymentMethodCode' => 'BANK_TRANSFER', 'paymentOperatorCode' => $bank, 'account' => ['accountNumber' => $number, 'accountName' => $name]],
        'callbackUrl' => SELF . '/callback',
    ], JSON_THROW_ON_ERROR));
    if ($status !== 200 && $status !== 409) { // 409: the gateway has it
        throw new RuntimeException("POST $path: $status $text");
    }
    $payout = readRefund($token, $paid[0]);
    for ($seconds = 0; $seconds < 30 && judge($order, $payout) === 'pending'; $seconds++) {
        sleep(1);
        $payout = readRefund($token, $paid[0]);
    }
    say('paid out: ' . ($payout['process']['status'] ?? ''));
    if (judge($order, $payout) !== 'paid') {
        throw new RuntimeException('nothing is given back so far; the same command again says how it stands');
    }
    @file_get_contents(SELF . '/callback', false, stream_context_create(['http' => [
        'method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded', 'content' => http_build_query(['idPayout' => REFUND_OF . $paid[0]]),
    ]]));
    if (!str_contains($http_response_header[0] ?? '', ' 204')) {
        throw new RuntimeException(
            'the shop wasn\'t told at ' . SELF . ', where the gateway calls it later; if it isn\'t there, the same command with its ADDR or SHOP_URL'
        );
    }
}

// readRefund reads a payment's payout, which is empty if there is none.
function readRefund(string $token, string $id): array
{
    [$status, $text] = call('GET', '/payouts/' . rawurlencode(REFUND_OF . $id), ["Authorization: Bearer $token"]);
    if ($status !== 200 && $status !== 404) {
        throw new RuntimeException('reading ' . REFUND_OF . "$id: $status $text");
    }
    return $status === 200 ? json_decode($text, true, 64, JSON_THROW_ON_ERROR) : [];
}

// askRefund keeps that a payment is given back, if the gateway says so.
function askRefund(array $order, string $id): void
{
    $payout = readRefund(requestToken('/auth-tokens', ['operations' => ['GET ' . quoted('/payouts/' . REFUND_OF . $id)]]), $id);
    if (judge($order, $payout) === 'paid') {
        record($order['id'], $id, 'refunded', $payout);
    }
}

// The gateway.

// Paths in a token are regular expressions.
function quoted(string $path): string
{
    return preg_replace('/[.+]/', '\\\\$0', $path);
}

// requestToken asks for a token. The signature is SHA256withRSA over the very
// bytes that are sent.
function requestToken(string $path, array $request): string
{
    $request += ['merchantCode' => MERCHANT, 'timestamp' => (int) (microtime(true) * 1000)];
    $body = json_encode($request, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
    if (!openssl_sign($body, $signature, file_get_contents(KEY), OPENSSL_ALGO_SHA256)) {
        throw new OurMistake('the key can\'t sign: ' . openssl_error_string());
    }
    [$status, $text] = call('POST', $path, ['X-SIGNATURE: ' . base64_encode($signature), 'Content-Type: application/json'], $body);
    if ($status !== 200) {
        throw new OurMistake("POST $path: $status $text");
    }
    return json_decode($text, true, 64, JSON_THROW_ON_ERROR)['token'];
}

// OurMistake is what trying again doesn't mend.
class OurMistake extends RuntimeException
{
}

// checkSettings runs at each request, since nothing else runs when php -S starts.
function checkSettings(): void
{
    $text = is_file(KEY) ? file_get_contents(KEY) : throw new OurMistake('KEY: there is no file ' . KEY);
    if (str_contains($text, 'PUBLIC KEY')) {
        throw new OurMistake('KEY: ' . KEY . ' is a public key; the private one signs');
    }
    if (!openssl_pkey_get_private($text)) {
        throw new OurMistake('KEY: ' . KEY . ' is no private key: ' . openssl_error_string());
    }
    if (!preg_match('/^\d+(\.\d+)?$/D', PRICE['amount'])) {
        throw new OurMistake('AMOUNT=' . PRICE['amount'] . ' isn\'t digits with at most one point');
    }
}

// call repeats a request that got no answer or wasn't processed. All requests of
// this shop can be repeated: they ask, read, or make what is made once.
function call(string $method, string $path, array $headers, string $body = ''): array
{
    $context = stream_context_create(['http' => [
        'method' => $method, 'header' => ['Accept: application/json', 'X-API-Version: 2', ...$headers], 'content' => $body,
        'timeout' => 10, 'ignore_errors' => true, 'follow_location' => 0,
    ]]);
    for ($attempt = 1;; $attempt++) {
        $text = @file_get_contents(GATEWAY . $path, false, $context);
        $status = $text === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
        if ($status !== 0 && $status !== 429 && $status < 500) {
            return [$status, $text];
        }
        if ($attempt === 3) {
            throw new RuntimeException("$method " . GATEWAY . "$path: " . ($status ?: 'no answer'));
        }
        sleep(1);
    }
}

// Orders, a file each.

// load checks the id first: one from an address becomes a file's name.
function load(string $id): ?array
{
    $name = FOLDER . "/$id.json";
    if (!preg_match('/^[0-9a-f]{32}$/D', $id) || !is_file($name)) {
        return null;
    }
    return json_decode(file_get_contents($name), true, 64, JSON_THROW_ON_ERROR);
}

// change is the only way to alter an order: one process at a time, from what is
// kept.
function change(string $id, callable $edit): array
{
    $lock = fopen(FOLDER . '/lock', 'c');
    flock($lock, LOCK_EX);
    try {
        $order = load($id);
        $edit($order);
        save($order);
        return $order;
    } finally {
        fclose($lock);
    }
}

// save replaces the file as a whole, so that no crash leaves half an order.
function save(array $order): void
{
    $name = FOLDER . "/{$order['id']}.json";
    $file = fopen("$name.new", 'w');
    if (fwrite($file, json_encode($order, JSON_THROW_ON_ERROR)) === false || !fsync($file) || !fclose($file) || !rename("$name.new", $name)) {
        throw new RuntimeException("can't write $name");
    }
}

// HTML.

function page(int $code, string $state, ?array $order = null): void
{
    $button = fn (string $text): string => "<form method=\"post\" action=\"/orders/{$order['id']}/pay\"><button>$text</button></form>";
    $price = $order['price'] ?? PRICE;
    $money = htmlspecialchars("{$price['amount']} {$price['currencyCode']}");
    $body = match ($state) {
        'shop' => "<h1>A teapot</h1><p>$money</p>
<form method=\"post\" action=\"/orders\"><label>Your e-mail address <input type=\"email\" name=\"email\" required autocomplete=\"email\"></label><button>Order and pay</button></form>",
        'unstarted' => '<h1>Not paid yet</h1><p>We know of no payment for your order so far.</p>' . $button('Pay'),
        'pending' => '<h1>We’re waiting for your bank</h1><p>The payment has begun and isn’t confirmed yet. We ship as soon as it is.
If you have paid, there is nothing left to do.</p>' . $button('Back to the payment'),
        'ended' => '<h1>This payment didn’t succeed</h1><p>It ended as ' . htmlspecialchars(last($order)['status']) . '. Nothing is shipped.
If you have sent money all the same, write to us and don’t pay again.</p>' . $button('Pay again'),
        'odd' => '<h1>We’re looking into your payment</h1><p>What arrived doesn’t fit your order. Please don’t pay again: we’ll write to you.</p>',
        'paid' => '<h1>Thank you, it’s paid</h1><p>We ship today.</p>',
        'refunded' => '<h1>You have your money back</h1><p>We have paid it out to your account. Nothing is shipped.</p>',
        'unknown' => '<h1>There is no such order</h1>',
        'broken' => '<h1>We can’t take payments just now</h1><p>The mistake is ours, not yours, and was noted. Nothing was charged by this press.</p>',
        default => '<h1>Please try again in a moment</h1><p>The payment service doesn’t answer just now. Nothing was charged by this press.</p>',
    };
    if ($order) {
        $body .= "<p><small>Order {$order['id']}, $money</small></p>";
    }
    $refresh = in_array($state, ['unstarted', 'pending'], true) ? '<meta http-equiv="refresh" content="10">' : '';
    http_response_code($code);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    echo <<<HTML
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Teapot shop</title>
        $refresh
        <style>
        :root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui;max-width:28rem;margin:10vh auto;padding:0 1rem}
        button,input{font:inherit;padding:.6rem 1rem;width:100%;box-sizing:border-box;margin:.3rem 0}
        button{background:#173f7a;color:#fff;border:0;border-radius:.5rem}
        </style>
        <main data-state="$state">$body</main>

        HTML;
}

function answer(string $method, string $path): void
{
    $order = preg_match('#^/orders/([^/]+)(/pay)?$#D', $path, $parts) ? load($parts[1]) : null;
    match (true) {
        "$method $path" === 'GET /' => page(200, 'shop'),
        "$method $path" === 'POST /orders' => makeOrder((string) ($_POST['email'] ?? '')),
        "$method $path" === 'POST /callback' => callback((string) ($_POST['idPayin'] ?? $_GET['idPayin'] ?? ''), (string) ($_POST['idPayout'] ?? $_GET['idPayout'] ?? '')),
        $order && $method === 'GET' && !isset($parts[2]) => showOrder($order),
        $order && $method === 'POST' && isset($parts[2]) => payAgain($order),
        default => page(404, 'unknown'),
    };
}

umask(0o077);
if (!is_dir(FOLDER)) {
    mkdir(FOLDER);
}
if (PHP_SAPI === 'cli') {
    try {
        $word = $argv[1] ?? '';
        if (in_array($word, ['poll', 'refund'], true)) {
            checkSettings();
        }
        match ($word) {
            'poll' => poll(),
            'refund' => refund(...array_slice($argv, 2, 4)),
            '', 'help', '--help', '-h' => say("php -q -S 127.0.0.1:8090 shop.php   the shop\nphp shop.php poll                asks for payments that nobody told of\n"
                . 'php shop.php refund ORDER BANK NUMBER NAME   gives an order\'s money back'),
            default => throw new Exception("\"$word\" isn't known here: --help tells what is"),
        };
    } catch (Exception $error) {
        note($error);
        exit(1);
    }
    exit;
}
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
try {
    checkSettings();
    answer($_SERVER['REQUEST_METHOD'], $path);
} catch (Throwable $error) {
    note($error);
    match (true) {
        $path === '/callback' => page(503, 'unreachable'),
        $error instanceof OurMistake => page(500, 'broken'),
        default => page(502, 'unreachable'),
    };
}
