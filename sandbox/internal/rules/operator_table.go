package rules

import (
	"fmt"
	"strings"

	"payapp/sandbox/internal/wire"
)

// named reads "CODE Its name; CODE Its name".
func named(list string) []wire.Named {
	var out []wire.Named
	for item := range strings.SplitSeq(list, ";") {
		code, name, _ := strings.Cut(strings.TrimSpace(item), " ")
		out = append(out, wire.Named{Code: code, Name: name})
	}
	return out
}

var (
	banksIN   = named("SBIN State Bank of India; HDFC HDFC Bank; ICIC ICICI Bank; UTIB Axis Bank; KKBK Kotak Mahindra Bank; PUNB Punjab National Bank; BARB Bank of Baroda; YESB Yes Bank")
	banksVN   = named("970436 Vietcombank; 970415 VietinBank; 970418 BIDV; 970407 Techcombank; 970422 MB Bank; 970416 ACB; 970432 VPBank; 970423 TPBank")
	banksTH   = named("002 Bangkok Bank; 004 Kasikornbank; 006 Krungthai Bank; 011 TMBThanachart Bank; 014 Siam Commercial Bank; 025 Bank of Ayudhya; 030 Government Savings Bank")
	banksMY   = named("MB2U0227 Maybank2u; BCBB0235 CIMB Clicks; PBB0233 Public Bank; RHB0218 RHB Now; HLB0224 Hong Leong Bank; BIMB0340 Bank Islam; AMBB0209 AmBank; UOB0226 UOB Bank")
	corpMY    = named("MBB0228 Maybank2E (corporate); BCBB0236 CIMB BizChannel (corporate); PBB0234 PB enterprise (corporate); RHB0219 RHB Reflex (corporate); HLB0225 Hong Leong ConnectFirst (corporate); BIMB0341 Bank Islam eBanker (corporate); AMBB0210 AmAccess Biz (corporate); UOB0228 UOB Infinity (corporate)")
	banksKR   = named("004 KB Kookmin Bank; 088 Shinhan Bank; 020 Woori Bank; 081 Hana Bank; 003 Industrial Bank of Korea; 011 NH NongHyup Bank; 090 KakaoBank; 092 Toss Bank")
	banksJP   = named("0001 Mizuho Bank; 0005 MUFG Bank; 0009 Sumitomo Mitsui Banking Corporation; 0010 Resona Bank; 0033 PayPay Bank; 0036 Rakuten Bank")
	banksZA   = named("ABSA Absa; FNB FNB; STANDARD Standard Bank; NEDBANK Nedbank; CAPITEC Capitec Bank; DISCOVERY Discovery Bank; TYMEBANK TymeBank; INVESTEC Investec")
	banksNA   = named("FNBNAMIBIA FNB Namibia; BANKWINDHOEK Bank Windhoek; STANDARDNAMIBIA Standard Bank Namibia; NEDBANKNAMIBIA Nedbank Namibia")
	banksID   = named("BCA BCA; BNI BNI; BRI BRI; MANDIRI Bank Mandiri; PERMATA PermataBank; CIMB CIMB Niaga; BSI Bank Syariah Indonesia")
	walletsID = named("OVO OVO; DANA DANA; GOPAY GoPay; SHOPEEPAY ShopeePay; LINKAJA LinkAja")
	walletsGH = named("MTN MTN MoMo; TELECEL Telecel Cash; AIRTELTIGO AirtelTigo Money")
	walletsKE = named("MPESA M-PESA; AIRTEL Airtel Money")
	storesTW  = named("ibon ibon (7-ELEVEN); FamiPort FamiPort (FamilyMart); Life-ET Life-ET (Hi-Life); OK-go OK-go (OKmart)")
	banksTW   = named("004 Bank of Taiwan; 007 First Bank; 012 Taipei Fubon Bank; 013 Cathay United Bank; 808 E.SUN Bank; 812 Taishin Bank; 822 CTBC Bank")
	banksPH   = named("GCASH GCash; MAYA Maya; BDO BDO Unibank; BPI BPI; UNIONBANK UnionBank")
	banksNG   = named("011 First Bank of Nigeria; 058 Guaranty Trust Bank; 044 Access Bank; 057 Zenith Bank; 033 United Bank for Africa")
	banksAR   = named("GALICIA Banco Galicia; NACION Banco de la Nación Argentina; BBVA BBVA Argentina; SANTANDER Santander Argentina; MACRO Banco Macro")
	banksCO   = named("BANCOLOMBIA Bancolombia; DAVIVIENDA Davivienda; NEQUI Nequi; BOGOTA Banco de Bogotá")
	banksCN   = named("ICBC Industrial and Commercial Bank of China; CCB China Construction Bank; ABC Agricultural Bank of China; BOC Bank of China; CMB China Merchants Bank")
	banksLA   = named("BCEL BCEL; JDB Joint Development Bank; LDB Lao Development Bank; APB Agricultural Promotion Bank; LAOVIET LaoVietBank")
	banksBR   = named("001 Banco do Brasil; 033 Santander Brasil; 104 Caixa; 237 Bradesco; 260 Nubank; 341 Itaú")
	networks  = named("ETHEREUM Ethereum (Sepolia test network); TRON Tron (Nile test network); POLYGON Polygon (Amoy test network); SOLANA Solana (devnet)")

	banksMYAll = append(append([]wire.Named{}, banksMY...), corpMY...)
)

// ExternalProviders are further choices in a currency, which the options list
// beside the methods.
func ExternalProviders(currency string) []wire.Named {
	if currency == "NAD" {
		return []wire.Named{{Code: "PAYTODAY", Name: "PayToday"}}
	}
	return nil
}

// ManyBanks are about 400 Indian netbanking banks: the eight of banksIN and
// invented co-operative banks, for a list that is long enough to be searched.
func ManyBanks() []wire.Named {
	list := append([]wire.Named{}, banksIN...)
	kinds := []string{"Urban Co-operative Bank", "Gramin Bank", "Mercantile Bank", "Nagarik Sahakari Bank"}
	for i, city := range strings.Fields(cities) {
		for k, kind := range kinds {
			list = append(list, wire.Named{Code: fmt.Sprintf("X%03d", i*len(kinds)+k+1), Name: city + " " + kind})
		}
	}
	return list
}

const cities = `Agra Ahmedabad Ajmer Akola Aligarh Amravati Amritsar Anand Asansol Aurangabad Bareilly Belagavi
Bengaluru Bhavnagar Bhilai Bhopal Bhubaneswar Bikaner Bilaspur Chandigarh Chennai Coimbatore Cuttack Davanagere
Dehradun Delhi Dhanbad Dhule Durgapur Erode Faridabad Firozabad Gaya Ghaziabad Gorakhpur Gulbarga Guntur Gurugram
Guwahati Gwalior Haridwar Hisar Hubballi Hyderabad Indore Jabalpur Jaipur Jalandhar Jalgaon Jammu Jamnagar
Jamshedpur Jhansi Jodhpur Kakinada Kannur Kanpur Karnal Kochi Kolhapur Kolkata Kollam Kota Kozhikode Kurnool
Latur Loni Lucknow Ludhiana Madurai Malegaon Mangaluru Mathura Meerut Moradabad Mumbai Muzaffarpur Mysuru Nagpur
Nanded Nashik Nellore Noida Panipat Patiala Patna Pune Raipur Rajkot Ranchi Rohtak Salem Sangli Satara Shimla
Solapur Surat Thane Udaipur`
