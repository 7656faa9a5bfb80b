// Command translations says what each language's file of messages needs, and
// brings it up to date. `make i18n` runs it:
//
//	make i18n                        what is missing or stale, by language
//	make i18n ONLY=de                the same for one
//	make i18n OPEN=de                what de needs, in English, as a file to be translated
//	make i18n MERGE=de FILE=de.todo  puts the translated file into i18n/messages/de.json
//	make i18n STAMP=de               shows what is stale in de beside today's English, and asks whether it is still right
package main
