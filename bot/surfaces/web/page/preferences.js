// Language and colours: as the browser asks, until the person chooses; kept in this browser.

import { find } from "./dom.js";
import { language, LANGUAGES, say, speak } from "./strings.js";

const DARK = window.matchMedia("(prefers-color-scheme: dark)");

export function preferences(onLanguage) {
  speak(kept("language", (code) => code in LANGUAGES) ?? preferredLanguage());
  applyTheme(kept("theme", (name) => name === "dark" || name === "light"));
  label();

  find("language").addEventListener("click", () => {
    keep("language", other());
    speak(other());
    label();
    onLanguage();
  });
  find("theme").addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    keep("theme", theme);
    applyTheme(theme);
    label();
  });
  DARK.addEventListener("change", label);
}

function preferredLanguage() {
  const known = navigator.languages
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((code) => code in LANGUAGES);
  return known ?? "en";
}

function other() {
  return language() === "en" ? "es" : "en";
}

function isDark() {
  return document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : DARK.matches;
}

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

function label() {
  const languageButton = find("language");
  languageButton.textContent = other().toUpperCase();
  languageButton.lang = other();
  named(languageButton, `${other().toUpperCase()}: ${say("other_language")}`);
  document.documentElement.classList.toggle("is-dark", isDark());
  named(find("theme"), say(isDark() ? "to_light" : "to_dark"));
}

function named(button, name) {
  button.setAttribute("aria-label", name);
  button.title = name;
}

function kept(name, isKnown) {
  try {
    const value = localStorage.getItem(`policybot.${name}`);
    return isKnown(value) ? value : null;
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(`policybot.${name}`, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
