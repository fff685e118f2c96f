# One image for api, worker and the command line. It contains the built web app.
FROM oven/bun:1.4.5-slim AS manifests
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
COPY core/package.json core/
COPY sql/package.json sql/
COPY services/package.json services/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/
COPY cli/package.json cli/
COPY stand-ins/clickhouse/package.json stand-ins/clickhouse/
COPY stand-ins/stripe/package.json stand-ins/stripe/
COPY stand-ins/google/package.json stand-ins/google/
COPY stand-ins/mail/package.json stand-ins/mail/
COPY dev/package.json dev/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS web
RUN bun install --frozen-lockfile --filter @fairclick/web
COPY tsconfig.base.json ./
COPY sql/tsconfig.json sql/
COPY services/tsconfig.json services/
COPY core core
COPY api api
COPY web web
ARG VITE_TWITTER_URL
ARG VITE_DISCORD_URL
RUN bun run --filter @fairclick/web build

FROM manifests AS app
RUN bun install --frozen-lockfile --production \
      --filter @fairclick/api --filter @fairclick/worker --filter @fairclick/cli \
  && rm -rf /root/.bun \
  && find node_modules -name "*-num.csv" -delete \
  && install -d -o bun -g bun /data
COPY core core
COPY sql sql
COPY services services
COPY api api
COPY worker worker
COPY cli cli
COPY --from=web /app/web/dist web/dist
USER bun
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Keeps freed memory: docs/tuning.md.
ENV MIMALLOC_PURGE_DELAY=-1
VOLUME /data
EXPOSE 3000
# By bash, because a Bun every few seconds costs more than an idle api.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -1 <&3 | grep -q ' 200 '"]
CMD ["bun", "api/main.ts"]

# The command line beside Postgres' own programs, of the server's version: docs/deploy.md, "Backups".
FROM postgres:18 AS backup
WORKDIR /app
COPY --from=app /usr/local/bin/bun /usr/local/bin/bun
COPY --from=app /app /app
ENV NODE_ENV=production

FROM app
