// Package source reads and writes the files of messages, one a language:
//
//	{
//	  "common.copy": "Copy",                        in English: key and words
//	  "problem.overloaded.money": "=money.none",    in English: the words of another key
//	  "method.PIXQR.name": {"name": "Pix"},         in English: a name, which no language needs to translate
//	  "common.copy #8b1a2f": "Kopieren"             elsewhere: key, # and the sum of the English that it translates
//	}
//
// What forms a plural is an object of forms by CLDR category. What becomes of
// messages, and which language has which, is package i18n's.
package source
