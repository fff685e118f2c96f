import { t } from "@fairclick/core/language/t";
import { type Theme, themes } from "@fairclick/core/operations/pages";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { chooseTheme, readTheme } from "./theme";

const choices = {
  system: { name: t`System`, Icon: Monitor },
  light: { name: t`Light`, Icon: Sun },
  dark: { name: t`Dark`, Icon: Moon },
};

/** Chooses between the device's colours, light and dark. */
export function ThemeSwitch() {
  const [current, setCurrent] = useState(readTheme);
  const choose = (theme: Theme) => {
    chooseTheme(theme);
    setCurrent(theme);
  };
  return (
    <fieldset className="flex gap-1 rounded-md border-2 border-edge bg-paper p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {themes.map((theme) => {
        const { name, Icon } = choices[theme];
        return (
          <label
            key={theme}
            className="flex min-h-9 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 font-semibold text-sm text-soft hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === current}
              onChange={() => choose(theme)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4" />
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}
