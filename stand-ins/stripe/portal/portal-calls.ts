import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error";
import type { ApiRequest, HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { createLink } from "../pages/page-links";
import { newId } from "../world/ids";
import { all, now, put } from "../world/world";
import { newConfiguration } from "./configuration";

const defaultConfiguration = "bpc_FairclickStandInDefault";
const sessionSeconds = 60 * 60;

export const portalCalls: HandlersOf<"billing_portal"> = {
  "POST /v1/billing_portal/configurations": ({ world, params }) =>
    put(world, "billing_portal.configuration", newConfiguration(params, now(world))),

  "GET /v1/billing_portal/configurations": ({ world, params }) => {
    const { active } = params;
    const configurations = all(world, "billing_portal.configuration").filter(
      (configuration) => active === undefined || configuration.active === active,
    );
    return listPage("/v1/billing_portal/configurations", configurations, params);
  },

  "POST /v1/billing_portal/sessions": createPortalSession,
};

function createPortalSession({
  world,
  params,
}: ApiRequest<Stripe.BillingPortal.SessionCreateParams>) {
  if (params.customer === undefined) {
    throw invalidRequest("Missing required param: customer.", {
      code: "parameter_missing",
      param: "customer",
    });
  }
  const customer = requireObject(world, "customer", params.customer, { param: "customer" });
  const { configuration = defaultConfiguration, return_url: returnUrl = null } = params;
  if (configuration !== defaultConfiguration) {
    requireObject(world, "billing_portal.configuration", configuration, { param: "configuration" });
  }
  const created = now(world);
  const expiresAt = created + sessionSeconds;
  const token = createLink(world, {
    kind: "portal",
    customer: customer.id,
    configuration,
    returnUrl,
    expiresAt,
  });
  return {
    id: newId("bps"),
    object: "billing_portal.session",
    configuration,
    created,
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${world.settings.publicUrl}/p/session/${token}`,
  } satisfies Stripe.BillingPortal.Session;
}
