// How cards look in Teams: its sizes, spaces and colours, as Microsoft publishes them for its hosts.

const FONT = "'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
const SIZES = { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 };
const WEIGHTS = { lighter: 200, default: 400, bolder: 600 };
const COLOURS = {
  light: { words: "#242424", subtle: "#616161", box: "#ffffff", set: "#f5f5f5", line: "#e0e0e0" },
  dark: { words: "#ffffff", subtle: "#adadad", box: "#292929", set: "#1f1f1f", line: "#525252" },
};
const LINK = { light: "#4f52b2", dark: "#9299f7" };
const BAD = { light: "#c4314b", dark: "#e37d80" };

export function hostConfig(theme) {
  const { words, subtle, box, set, line } = COLOURS[theme];
  const pair = (colour, quiet = colour) => ({ default: colour, subtle: quiet });
  const foregroundColors = {
    default: pair(words, subtle),
    accent: pair(LINK[theme]),
    attention: pair(BAD[theme]),
  };
  const look = (backgroundColor) => ({ backgroundColor, borderColor: line, foregroundColors });
  const letters = { fontFamily: FONT, fontSizes: SIZES, fontWeights: WEIGHTS };
  return {
    supportsInteractivity: true,
    fontTypes: { default: letters, monospace: { ...letters, fontFamily: "monospace" } },
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: line },
    containerStyles: { default: look(box), emphasis: look(set) },
    actions: {
      maxActions: 6,
      spacing: "default",
      buttonSpacing: 8,
      actionsOrientation: "horizontal",
      actionAlignment: "left",
      showCard: { actionMode: "inline", inlineTopMargin: 16, style: "emphasis" },
    },
    table: { cellSpacing: 8 },
    inputs: { label: { inputSpacing: "small", requiredInputs: { suffix: " *" } } },
  };
}
