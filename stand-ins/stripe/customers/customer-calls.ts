import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { metadataFrom } from "../api/metadata";
import { requireObject } from "../api/require";
import { all, now, put } from "../world/world";
import { newCustomer } from "./customer";

export const customerCalls: HandlersOf<"customers"> = {
  "POST /v1/customers": ({ world, params }) =>
    put(world, "customer", newCustomer(params, now(world))),

  "GET /v1/customers": ({ world, params }) => {
    const { email } = params;
    const customers = all(world, "customer").filter(
      (customer) => email === undefined || customer.email === email,
    );
    return listPage("/v1/customers", customers, params);
  },

  "GET /v1/customers/:id": ({ world, id }) =>
    world.state.deletedCustomers.includes(id) ? deleted(id) : requireObject(world, "customer", id),

  "POST /v1/customers/:id": ({ world, params, id }) => {
    const customer = requireObject(world, "customer", id);
    const metadata = metadataFrom(params.metadata, customer.metadata);
    const { description, email, name, phone } = params;
    return put(world, "customer", {
      ...customer,
      metadata,
      ...(description !== undefined && { description }),
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
    });
  },

  "DELETE /v1/customers/:id": ({ world, id }) => {
    requireObject(world, "customer", id);
    delete world.state.objects.customer[id];
    world.state.deletedCustomers.push(id);
    world.touch();
    return deleted(id);
  },
};

/** The response for a deleted customer. Every other call treats the customer as unknown. */
function deleted(id: string) {
  return { id, object: "customer", deleted: true };
}
