# One image for pages, gateway, worker and migrations: the same steps as `npm start`, without database and agent.
FROM node:24-bookworm-slim AS build
WORKDIR /crosspoint
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY apps ./apps
COPY e2e/package.json ./e2e/package.json
RUN npm ci --no-audit --no-fund
COPY prisma ./prisma
COPY tsconfig.base.json prisma.config.ts ./
RUN npm run --silent generate -w @crosspoint/db \
 && npm run --silent build -w @crosspoint/web

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOME=/tmp
WORKDIR /crosspoint
COPY --from=build --chown=node:node /crosspoint ./
USER node
EXPOSE 3000 4100
