package manifests
import _ "github.com/compose-spec/compose-go/v2/loader"
import _ "testing"
