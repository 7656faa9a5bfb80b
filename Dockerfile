# payapp's images: each is one static binary from scratch, run by nobody in
# particular. The last stage is the application; `--target sandbox` is the stand-in
# for the gateway, for trying it out. `make image-check` builds the last stage
# around a binary made on this machine and looks inside.
#
# .git isn't in the context, so say what is built:
#
#   docker build -t payapp --build-arg VERSION=$(git describe --tags --always) --build-arg COMMIT=$(git rev-parse HEAD) .
#
# or let git say it: git archive HEAD | docker build -t payapp -

FROM golang:1.26.8-bookworm AS source
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .

FROM source AS build-sandbox
ARG VERSION COMMIT DATE
RUN TAGS=sandbox deploy/build.sh /out/payapp && /out/payapp licences >/out/LICENCES

FROM source AS build
ARG VERSION COMMIT DATE
RUN deploy/build.sh /out/payapp && /out/payapp licences >/out/LICENCES

FROM scratch AS sandbox
ARG VERSION=unknown COMMIT=unknown DATE=unknown
LABEL org.opencontainers.image.title="payapp-sandbox" \
	org.opencontainers.image.description="stand-in for a payment gateway, for tests" \
	org.opencontainers.image.version="$VERSION" \
	org.opencontainers.image.revision="$COMMIT" \
	org.opencontainers.image.created="$DATE"
COPY --from=build-sandbox /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build-sandbox /out/payapp /out/LICENCES /
USER 65532:65532
EXPOSE 8081
ENV PAYAPP_SANDBOX_ADDR=:8081 PAYAPP_SANDBOX_DB=:memory:
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["/payapp", "health", "--url", "http://127.0.0.1:8081/shop"]
ENTRYPOINT ["/payapp"]
CMD ["sandbox"]

FROM scratch AS image
ARG VERSION=unknown COMMIT=unknown DATE=unknown
LABEL org.opencontainers.image.title="payapp" \
	org.opencontainers.image.description="hosted payment pages of a payment gateway" \
	org.opencontainers.image.version="$VERSION" \
	org.opencontainers.image.revision="$COMMIT" \
	org.opencontainers.image.created="$DATE"
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/payapp /out/LICENCES /
USER 65532:65532
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["/payapp", "health"]
ENTRYPOINT ["/payapp"]
