package i18n

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the test must not depend on the machine's zones

	"payapp/money"
)

func TestTime(t *testing.T) {
	b := setup(t)
	now := time.Date(2026, 11, 21, 11, 20, 0, 0, time.UTC) // 18:20 in Bangkok
	tests := []struct {
		name, zone string
		at         time.Time
		en, th     string
	}{
		{"today", "Asia/Bangkok", now.Add(25 * time.Minute), "18:45 on 21\u00a0November (ICT)", "วันที่ 21\u00a0พฤศจิกายน เวลา 18:45\u00a0น. (ICT)"},
		{"tomorrow", "Asia/Bangkok", now.Add(6 * time.Hour), "00:20 on 22\u00a0November (ICT)", "วันที่ 22\u00a0พฤศจิกายน เวลา 00:20\u00a0น. (ICT)"},
		{"this year", "Asia/Bangkok", now.AddDate(0, 0, 5), "18:20 on 26\u00a0November (ICT)", "วันที่ 26\u00a0พฤศจิกายน เวลา 18:20\u00a0น. (ICT)"},
		{"next year", "Asia/Bangkok", now.AddDate(0, 2, 0), "18:20 on 21\u00a0January\u00a02027 (ICT)", "วันที่ 21\u00a0มกราคม\u00a02570 เวลา 18:20\u00a0น. (ICT)"},
		{"a name of the database", "Asia/Kolkata", now, "16:50 on 21\u00a0November (IST, UTC+5:30)", "วันที่ 21\u00a0พฤศจิกายน เวลา 16:50\u00a0น. (IST, UTC+5:30)"},
		{"a zone without a name", "Asia/Kathmandu", now, "17:05 on 21\u00a0November (UTC+5:45)", "วันที่ 21\u00a0พฤศจิกายน เวลา 17:05\u00a0น. (UTC+5:45)"},
		{"west of Greenwich", "America/Bogota", now, "06:20 on 21\u00a0November (COT)", "วันที่ 21\u00a0พฤศจิกายน เวลา 06:20\u00a0น. (COT)"},
		{"west without a name", "America/Lima", now, "06:20 on 21\u00a0November (UTC-5)", "วันที่ 21\u00a0พฤศจิกายน เวลา 06:20\u00a0น. (UTC-5)"},
	}
	for _, tt := range tests {
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		for tag, want := range map[string]string{"en": tt.en, "th": tt.th} {
			if got := b.Match(tag, "", "").Time(tt.at, now, zone); got != want {
				t.Errorf("%s, %s: got %q, want %q", tt.name, tag, got, want)
			}
		}
	}
}

func TestTimeInEveryLanguage(t *testing.T) {
	b := setup(t)
	zone, err := time.LoadLocation("Asia/Taipei")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 10, 20, 0, 0, time.UTC) // 18:20 in Taipei
	tests := []struct{ tag, thisYear, nextYear string }{
		{"en", "18:20 on 26\u00a0November (UTC+8)", "18:20 on 21\u00a0January\u00a02027 (UTC+8)"},
		{"vi", "18:20 ngày\u00a026\u00a0tháng\u00a011 (UTC+8)", "18:20 ngày\u00a021\u00a0tháng\u00a01\u00a0năm\u00a02027 (UTC+8)"},
		{"id", "26\u00a0November pukul\u00a018.20 (UTC+8)", "21\u00a0Januari\u00a02027 pukul\u00a018.20 (UTC+8)"},
		{"ms", "pukul\u00a018:20 pada 26\u00a0November (UTC+8)", "pukul\u00a018:20 pada 21\u00a0Januari\u00a02027 (UTC+8)"},
		{"hi", "26\u00a0नवंबर को 18:20\u00a0बजे (UTC+8)", "21\u00a0जनवरी\u00a02027 को 18:20\u00a0बजे (UTC+8)"},
		{"zh-TW", "11月26日 18:20（UTC+8）", "2027年1月21日 18:20（UTC+8）"},
	}
	for _, tt := range tests {
		l := b.Match(tt.tag, "", "")
		for at, want := range map[time.Time]string{
			now.AddDate(0, 0, 5): tt.thisYear, now.AddDate(0, 2, 0): tt.nextYear,
		} {
			if got := l.Time(at, now, zone); got != want {
				t.Errorf("%s: got %q, want %q", tt.tag, got, want)
			}
		}
	}
}

// A day that comes within six days is told by its name, in the payment's zone.
func TestSoon(t *testing.T) {
	b := setup(t)
	zone, err := time.LoadLocation("Asia/Taipei")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 16, 20, 0, 0, time.UTC) // Sunday in Taipei
	for at, want := range map[time.Time][3]string{
		now:                         {"Sunday 00:20 (UTC+8)", "Sonntag, 00:20\u00a0Uhr (UTC+8)", "星期日 00:20（UTC+8）"},
		now.AddDate(0, 0, 1):        {"Monday 00:20 (UTC+8)", "Montag, 00:20\u00a0Uhr (UTC+8)", "星期一 00:20（UTC+8）"},
		now.AddDate(0, 0, 6):        {"Saturday 00:20 (UTC+8)", "Samstag, 00:20\u00a0Uhr (UTC+8)", "星期六 00:20（UTC+8）"},
		now.Add(6*24*time.Hour + 1): {"00:20 on 28\u00a0November (UTC+8)", "28.\u00a0November, 00:20\u00a0Uhr (UTC+8)", "11月28日 00:20（UTC+8）"},
	} {
		for i, tag := range []string{"en", "de", "zh-TW"} {
			if got := b.Match(tag, "", "").Soon(at, now, zone); got != want[i] {
				t.Errorf("%s: got %q, want %q", tag, got, want[i])
			}
		}
	}
}

// Wherever the reader is, a written time means one moment: among all zones of money
// and others that share their names, around every midnight, the new year and the
// hours that daylight saving repeats or leaves out. It doesn't depend on the
// reader's zone, of which the program knows nothing.
func TestTimesMeanOneMoment(t *testing.T) {
	zones := map[string]*time.Location{}
	load := func(name string) *time.Location {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return zone
	}
	for _, currency := range money.Currencies() {
		zones[currency.Zone] = load(currency.Zone)
	}
	for _, name := range []string{ // daylight saving by an hour and by half of one, and names that others have, too
		"Europe/London", "Europe/Dublin", "Europe/Berlin", "Asia/Jerusalem", "Asia/Dhaka", "Asia/Riyadh", "America/New_York", "America/Chicago",
		"America/Los_Angeles", "America/Halifax", "America/Havana", "Australia/Sydney", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia",
	} {
		zones[name] = load(name)
	}
	readers := []*time.Location{time.UTC, load("Europe/Berlin"), load("Pacific/Kiritimati"), load("America/Adak")}
	l := setup(t).Match("en", "", "")
	names := slices.Sorted(maps.Keys(zones))
	for _, around := range []time.Time{
		time.Date(2026, 3, 8, 8, 0, 0, 0, time.UTC), time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC), // clocks go forward in America, in Europe
		time.Date(2026, 4, 4, 15, 0, 0, 0, time.UTC), time.Date(2026, 10, 3, 15, 30, 0, 0, time.UTC), // back and forward in Australia
		time.Date(2026, 10, 25, 1, 0, 0, 0, time.UTC), time.Date(2026, 11, 1, 6, 0, 0, 0, time.UTC), // back in Europe, in America
		time.Date(2026, 12, 31, 17, 0, 0, 0, time.UTC), time.Date(2027, 6, 15, 0, 0, 0, 0, time.UTC), // the new year in Bangkok; no change
	} {
		meant := map[string]time.Time{}
		for _, name := range names {
			for minutes := -30 * 60; minutes <= 30*60; minutes += 15 {
				at := around.Add(time.Duration(minutes) * time.Minute)
				written := l.Time(at, around, zones[name])
				if other, found := meant[written]; found && !other.Equal(at) {
					t.Fatalf("%q means %v, and in %s %v", written, other, name, at)
				}
				meant[written] = at
				for _, reader := range readers {
					if got := l.Time(at.In(reader), around.In(reader), zones[name]); got != written {
						t.Fatalf("to a reader in %s %v is %q, elsewhere %q", reader, at, got, written)
					}
				}
			}
		}
		if len(meant) < 241*10 {
			t.Errorf("only %d times were written", len(meant))
		}
	}
}

// CLDR's time formats: between hours and minutes Danish, Finnish and Indonesian
// have a full stop, all others a colon. Ours: always 24 hours, on one line.
func TestClock(t *testing.T) {
	at := time.Date(2026, 11, 21, 18, 5, 9, 0, time.UTC)
	dots := map[string]bool{"da": true, "fi": true, "id": true}
	for _, l := range setup(t).Locales() {
		for want, got := range map[string]string{"18:05": l.Clock(at, time.UTC), "18:05:09": l.Second(at, time.UTC)} {
			if dots[l.Tag()] {
				want = strings.ReplaceAll(want, ":", ".")
			}
			if want = strings.ReplaceAll(l.CommonClock(want), " ", "\u00a0"); got != want {
				t.Errorf("%s: got %q, want %q", l.Tag(), got, want)
			}
		}
	}
}
