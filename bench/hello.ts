import { serve } from "@hono/node-server";
import { Hono } from "hono";

/** What our calls are measured against: the same server and framework, answering next to nothing. */
const app = new Hono();
app.get("/", (c) => c.json({ hello: "world" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT) });
