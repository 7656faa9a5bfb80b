// Command generate writes the notices that package notices embeds.
package main
