// A shop of another module, which shop_test.go builds and runs: what it needs of
// payapp can be imported.
module shop.example/orders

go 1.26.8

require payapp v0.0.0

require (
	github.com/bojanz/currency v1.4.2 // indirect
	github.com/cockroachdb/apd/v3 v3.2.1 // indirect
	github.com/golang-jwt/jwt/v5 v5.3.1 // indirect
	golang.org/x/time v0.16.0 // indirect
)

replace payapp => ../../..
