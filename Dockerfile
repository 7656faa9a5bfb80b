# payapp's image: one static binary from scratch, run by nobody in particular.
# `make image-check` builds the last stage around a binary made on this machine
# and looks inside.

FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags production -ldflags="-s -w" -o /out/payapp .

FROM scratch AS image
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/payapp /payapp
USER 65532:65532
EXPOSE 8080 9090
ENTRYPOINT ["/payapp"]
