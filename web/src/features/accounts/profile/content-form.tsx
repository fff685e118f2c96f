import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ContentPicker } from "../../../ui/content-picker";
import { ChangeFailure } from "./change-failure";
import { useChange } from "./use-change";

/** What the account makes, and where. Campaigns can name the creators that they want. */
export function ContentForm({ content }: { content: CreatorContent }) {
  const [value, setValue] = useState(content);
  const change = useChange((json: CreatorContent) =>
    readAnswer(api.users.profile.content.$put({ json })),
  );
  return (
    <Card title={t`What you make`}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(value);
        }}
      >
        <p className="text-soft">
          {t`Some campaigns want creators of certain content or platforms. You can join them if your profile says that you make it.`}
        </p>
        <ContentPicker
          value={value}
          onChange={setValue}
          categoriesLabel={t`Content`}
          platformsLabel={t`Platforms`}
        />
        <ChangeFailure error={change.error} />
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? t`Saving...` : t`Save what you make`}
        </Button>
      </form>
    </Card>
  );
}
