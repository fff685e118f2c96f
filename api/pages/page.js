/** Runs in the pages that the server renders, inline: `content-security-policy` allows it by its hash. */
(() => {
  const root = document.documentElement;
  const YEAR_SECONDS = 365 * 86_400;
  const keep = (name, value, seconds = YEAR_SECONDS) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
    document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`;
  };
  const readToken = () => {
    try {
      return localStorage.getItem("token");
    } catch {
      return null;
    }
  };

  function showTheme(theme) {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    const scheme = theme === "system" ? "light dark" : theme;
    document.querySelector('meta[name="color-scheme"]').content = scheme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      const own = meta.dataset.scheme;
      if (theme === "system") meta.media = `(prefers-color-scheme: ${own})`;
      else meta.media = theme === own ? "all" : "not all";
    }
  }

  if (readToken()) root.dataset.signedIn = localStorage.getItem("side-of-market") ?? "creator";

  addEventListener("DOMContentLoaded", () => {
    const bar = document.querySelector("header[data-scrolled]");
    // Not asked at once: the answer would need the whole layout before the first picture.
    const follow = () => {
      bar.dataset.scrolled = String(scrollY > 10);
    };
    addEventListener("scroll", follow, { passive: true });

    const themes = document.querySelector("[data-themes]");
    themes.hidden = false;
    themes.querySelector(`[value="${root.dataset.theme ?? "system"}"]`).checked = true;
    themes.addEventListener("change", ({ target: { value } }) => {
      showTheme(value);
      keep("fc_theme", value, value === "system" ? 0 : YEAR_SECONDS);
    });

    for (const link of document.querySelectorAll("[data-language]")) {
      link.addEventListener("click", () => {
        keep("fc_language", link.dataset.language);
        // The app stores it with the account when it is opened next.
        if (readToken()) localStorage.setItem("language-to-store", link.dataset.language);
      });
    }
    for (const choice of document.querySelectorAll("[data-submits]")) {
      choice.addEventListener("change", () => choice.form.requestSubmit());
    }
  });
})();
