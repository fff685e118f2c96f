import { Hono } from "hono";
import { z } from "zod";
import { ApiError, errorBody } from "../api/api-error";
import { type ActionName, actions, type ControlDeps, runAction } from "./control";

/** `POST /_test/{action}` with a JSON object; `GET /_test` lists the actions. */
export function controlRoutes(deps: ControlDeps): Hono {
  const routes = new Hono();

  routes.get("/_test", (c) => c.json({ actions: Object.keys(actions) }));

  routes.post("/_test/*", async (c) => {
    const name = c.req.path.slice("/_test/".length);
    if (!isActionName(name)) return c.json({ error: `No such action: ${name}` }, 404);
    // Only JSON: a page of another site could post a form here without a preflight request.
    const isJson = c.req.header("content-type")?.startsWith("application/json");
    const text = await c.req.text();
    if (text !== "" && !isJson) return c.json({ error: "Send application/json" }, 415);
    return c.json(Object(await runAction(deps, name, text === "" ? {} : JSON.parse(text))));
  });

  routes.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: z.prettifyError(error) }, 400);
    if (error instanceof SyntaxError) return c.json({ error: error.message }, 400);
    if (error instanceof ApiError) return c.json(errorBody(error.fields, "req_control"), 400);
    throw error;
  });

  return routes;
}

function isActionName(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}
