import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** The reference for our calls: the same server and framework with a trivial response. */
const app = new Hono();
app.get("/", (c) => c.json({ hello: "world" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT) });
