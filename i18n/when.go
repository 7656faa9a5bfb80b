package i18n

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// zoneNames are well-known short names of zones for which the time zone
// database has only an offset or an ambiguous name.
var zoneNames = map[string]string{
	"Asia/Bangkok": "ICT", "Asia/Ho_Chi_Minh": "ICT", "Asia/Vientiane": "ICT",
	"Asia/Kolkata": "IST, UTC+5:30", // IST is also Irish and Israeli
	"Asia/Jakarta": "WIB", "Asia/Kuala_Lumpur": "MYT", "Asia/Manila": "PHT",
	"Asia/Taipei": "UTC+8", "Asia/Shanghai": "UTC+8", // CST is also American
	"America/Sao_Paulo": "BRT", "America/Argentina/Buenos_Aires": "ART", "America/Bogota": "COT",
}

// ambiguous are names that mean other times elsewhere.
var ambiguous = map[string]bool{
	"IST": true, "CST": true, "CDT": true, "BST": true, "PST": true, "PDT": true, "AST": true, "ADT": true, "EST": true, "EDT": true,
}

// together keeps a text on one line: a day without its month is read twice.
func together(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Clock is the time of day in the zone: "18:45", in Thai "18:45 น.", in Finnish
// "klo 18.45". It stays on one line.
func (l *Locale) Clock(t time.Time, zone *time.Location) string {
	return together(l.CommonClock(t.In(zone).Format(cmp.Or(l.row.clock, "15:04"))))
}

// Second is Clock with its seconds: "18:45:07".
func (l *Locale) Second(t time.Time, zone *time.Location) string {
	clock := cmp.Or(l.row.clock, "15:04")
	return together(l.CommonClock(t.In(zone).Format(clock + clock[2:3] + "05")))
}

// Time is a time with its date and zone: "18:45 on 24 November (ICT)", with the
// year only if it isn't the current one. It never says "today": the zone's day
// may not be the reader's.
func (l *Locale) Time(t, now time.Time, zone *time.Location) string {
	return l.InZone(l.Moment(t, now, zone), t, zone)
}

// Moment is Time without the zone, for lines of which only one names it.
func (l *Locale) Moment(t, now time.Time, zone *time.Location) string {
	return l.CommonTimeOn(l.Clock(t, zone), l.Date(t, now, zone))
}

// Soon is a time within the next six days, with the day's name and the zone: "Tuesday
// 05:48 (UTC+8)". Later ones are as by Time.
func (l *Locale) Soon(t, now time.Time, zone *time.Location) string {
	if t.Sub(now) > 6*24*time.Hour {
		return l.Time(t, now, zone)
	}
	iso := (int(t.In(zone).Weekday())+6)%7 + 1 // Monday is the first
	return l.InZone(l.CommonTimeWeekday(together(l.Text("common.weekday."+strconv.Itoa(iso))), l.Clock(t, zone)), t, zone)
}

// Lasting is a time that stays correct on any day, for receipts: "18:45 on 24
// November 2026".
func (l *Locale) Lasting(t time.Time, zone *time.Location) string {
	return l.CommonTimeOn(l.Clock(t, zone), l.Date(t, time.Time{}, zone))
}

// InZone appends the zone's name at the time t.
func (l *Locale) InZone(written string, t time.Time, zone *time.Location) string {
	return l.CommonTimeZone(written, zoneName(t.In(zone), zone))
}

// Date is a day, relative to now: "24 November", with the year in the
// language's calendar only if it isn't the current one. It stays on one line.
func (l *Locale) Date(t, now time.Time, zone *time.Location) string {
	t, now = t.In(zone), now.In(zone)
	day := strconv.Itoa(t.Day())
	month := l.Text("common.month." + strconv.Itoa(int(t.Month())))
	if t.Year() == now.Year() {
		return together(l.CommonDate(day, month))
	}
	return together(l.CommonDateYear(day, month, strconv.Itoa(t.Year()+l.row.yearShift)))
}

func zoneName(t time.Time, zone *time.Location) string {
	if name, ok := zoneNames[zone.String()]; ok {
		return name
	}
	name, offset := t.Zone()
	if name != "" && name[0] != '+' && name[0] != '-' && !ambiguous[name] {
		return name
	}
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	if minutes := offset / 60 % 60; minutes != 0 {
		return fmt.Sprintf("UTC%c%d:%02d", sign, offset/3600, minutes)
	}
	return fmt.Sprintf("UTC%c%d", sign, offset/3600)
}
