# A merchant with curl and openssl: merchant.sh BASE_URL PRIVATE_KEY
# TIMESTAMP is the time in milliseconds since the epoch.
base=$1 key=$2
body='{"merchantCode":"DEMO","validitySecs":600,"operations":["POST /payins/curl-1","GET /payins/curl-1","POST /payouts/curl-2","GET /payouts/curl-2"],"timestamp":'$TIMESTAMP'}'
signature=$(printf %s "$body" | openssl dgst -sha256 -sign "$key" | openssl base64 -A)
call() {
	curl --silent --show-error --fail-with-body -H 'Accept: application/json' -H 'X-API-Version: 2' -H 'Content-Type: application/json' "$@"
	echo
}
token=$(call -H "X-SIGNATURE: $signature" --data-raw "$body" "$base/auth-tokens" | sed 's/.*"token":"\([^"]*\)".*/\1/')
call -H "Authorization: Bearer $token" "$base/payins/curl-1" --data-raw '{
	"paymentRequested": {"money": {"amount": 1234.50, "currencyCode": "THB"}},
	"paymentMethod": {"paymentMethodCode": "PROMPTPAY", "account": {"accountNumber": "0801234567"}},
	"callbackUrl": "'"$base"'/shop/callback", "returnUrl": "'"$base"'/shop"}'
curl --silent --show-error --fail-with-body --data status=SUCCESS "$base/console/payins/curl-1"
call -H "Authorization: Bearer $token" "$base/payins/curl-1"
call -H "Authorization: Bearer $token" "$base/payouts/curl-2" --data-raw '{
	"paymentRequested": {"money": {"amount": 100, "currencyCode": "THB"}},
	"paymentMethod": {"paymentMethodCode": "BANK_TRANSFER", "paymentOperatorCode": "004", "account": {"accountName": "Alex Example", "accountNumber": "1234567890"}},
	"callbackUrl": "'"$base"'/shop/callback"}'
call -H "Authorization: Bearer $token" "$base/payouts/curl-2"
