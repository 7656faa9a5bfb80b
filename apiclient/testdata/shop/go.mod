// A shop of another module, which shop_test.go builds and runs: what it needs of
// payapp can be imported.
module shop.example/orders

go 1.26

require payapp v0.0.0

replace payapp => ../../..
