import { t } from "@fairclick/core/language/t";
import { TextArea, TextField } from "../../../ui/field";
import { CoverImageField } from "./cover-image-field";
import { GameLinkCheck } from "./game-link-check";
import { GenrePicker } from "./genre-picker";
import { HashtagPicker } from "./hashtag-picker";
import { JoinRuleField } from "./join-rule-field";
import type { Wizard } from "./use-wizard";
import { WantedField } from "./wanted-field";

export function GameStep({ wizard }: { wizard: Wizard }) {
  const { errors } = wizard.form.formState;
  return (
    <>
      <TextField
        label={t`Game URL`}
        type="url"
        placeholder="https://www.roblox.com/games/…"
        hint={t`Where every click leads. A Roblox game in any form: its page, a start link, roblox:// or ro.blox.com.`}
        error={errors.gameUrl?.message}
        {...wizard.field("gameUrl")}
      />
      <GameLinkCheck wizard={wizard} />
      <TextField
        label={t`Game title`}
        error={errors.gameTitle?.message}
        {...wizard.field("gameTitle")}
      />
      <TextArea
        label={t`Description`}
        rows={4}
        error={errors.description?.message}
        {...wizard.field("description")}
      />
      <CoverImageField wizard={wizard} />
      <TextField
        label={t`Target audience`}
        placeholder={t`Players of 9 to 13 who like obbies`}
        error={errors.targetAudience?.message}
        {...wizard.field("targetAudience")}
      />
      <TextField
        label={t`Trailer link (optional)`}
        type="url"
        error={errors.trailerLink?.message}
        {...wizard.field("trailerLink")}
      />
      <GenrePicker wizard={wizard} />
      <HashtagPicker wizard={wizard} />
      <WantedField wizard={wizard} />
      <JoinRuleField wizard={wizard} />
    </>
  );
}
