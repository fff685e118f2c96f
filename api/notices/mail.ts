import { mails } from "@fairclick/core/notices/notices";
import { mapPage } from "@fairclick/services/context";
import {
  listOperatedMail,
  releaseMail,
  suppressMail,
} from "@fairclick/services/notices/operate-mail";
import { resourceRoutes } from "../resource-routes";

export const mailResource = resourceRoutes(mails, {
  list: async (ctx, query) =>
    mapPage(await listOperatedMail(ctx, query), (mail) => ({ ...mail, state: query.state })),
  acts: { suppress: suppressMail, release: releaseMail },
});
