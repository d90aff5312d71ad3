# Three stages: build with everything, install for production only, run with nothing else.
# By its digest: a tag can be moved to another image. `docker buildx imagetools inspect node:<version>-slim` names the new one.
ARG NODE=node:24.11.1-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57

FROM $NODE AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM $NODE AS packages
WORKDIR /src
COPY package.json package-lock.json .npmrc scripts/prune-packages.sh ./
RUN npm ci --omit=dev --ignore-scripts && ./prune-packages.sh node_modules

FROM $NODE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /srv/kursa
COPY --from=packages /src/node_modules ./node_modules
COPY --from=build /src/build ./build
COPY package.json ./
# The code belongs to root and is read only; the one place to write is the volume.
RUN mkdir /data && chown node:node /data
# A new volume takes owner and rights from here: the signer runs as a user of its own, and the site's group reaches its socket.
RUN mkdir -m 700 /keys && mkdir -m 750 /run/signer && chown 10001:1000 /keys /run/signer
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself gets SIGTERM, without npm or a shell between.
CMD ["node", "--max-semi-space-size=8", "node_modules/@remix-run/serve/dist/cli.js", "./build/server/index.js"]
