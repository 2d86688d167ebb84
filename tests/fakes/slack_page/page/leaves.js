// Every text that a payload carries, where it stands, and how people come to see it.

// Whatever else is a string is taken for text, so that no new field goes unnoticed.
const NOT_TEXT = new Set([
  "type", "block_id", "action_id", "callback_id", "private_metadata", "external_id", "task_id",
  "value", "slack_file", "style", "icon", "name", "unicode", "range", "user_id", "channel_id",
  "usergroup_id", "team_id", "visible_to_user_ids", "format", "timezone", "size", "width", "align",
  "level", "status", "language", "source", "filetypes", "filter", "dispatch_action_config",
  "column_settings", "workflow", "initial_date", "initial_time", "initial_user", "initial_users",
  "initial_channel", "initial_channels", "initial_conversation", "initial_conversations",
  "min_value", "max_value",
]);

const MENUS = /_select$|^overflow$/;
const ICONS = new Set(["feedback_buttons", "icon_button"]);
const INITIAL = ["initial_value", "initial_option", "initial_options", "initial_user",
  "initial_users", "initial_channel", "initial_channels", "initial_conversation",
  "initial_conversations", "initial_date", "initial_time", "initial_date_time"];

/** Give `{path, text, kind, behind}` for each text; `behind` is "" for what is seen at once. */
export function leaves(payload) {
  const parts = payload.type === "modal" || payload.type === "home"
    ? { title: payload.title, blocks: payload.blocks, submit: payload.submit, close: payload.close }
    : messageParts(payload);
  return [...within(parts, "")];
}

function messageParts({ blocks, text, markdown_text, attachments }) {
  const shown = blocks?.length || markdown_text;
  return {
    markdown: markdown_text && { type: "markdown", text: markdown_text },
    blocks,
    ...(shown ? { notification: { type: "plain_text", text } } : { text: { type: "mrkdwn", text } }),
    attachments,
  };
}

/** Give the texts of one part of a payload that stands at `path`. */
export function* within(value, path, behind = "") {
  for (const [key, part] of Object.entries(value ?? {})) {
    if (!Array.isArray(value) && !mayBeText(value, key)) continue;
    const here = Array.isArray(value) ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    const how = behind || hides(value, key);
    if (typeof part === "object") yield* within(part, here, how);
    if (typeof part === "string" && part.trim()) {
      yield { path: here, text: part, kind: kindOf(value, key), behind: how };
    }
  }
}

// An address is read only where a link has no text of its own.
function mayBeText(owner, key) {
  if (key === "url" && owner.type === "link") return !owner.text;
  return !NOT_TEXT.has(key) && !/(^|_)url$/.test(key);
}

function kindOf(owner, key) {
  if (key !== "text") return "plain";
  return owner.type === "mrkdwn" || owner.type === "markdown" ? owner.type : "plain";
}

function hides(owner, key) {
  if (key === "notification") return "notification";
  if (key === "confirm" && owner.type) return "dialog";
  if (key === "alt_text" || key === "accessibility_label") return "screen reader";
  if (ICONS.has(owner.type)) return "tooltip";
  if (MENUS.test(owner.type) && (key === "options" || key === "option_groups")) return "menu";
  if (key === "fallback" && owner.type === "date") return "value";
  if (key === "placeholder" && INITIAL.some((name) => hasValue(owner[name]))) return "value";
  return "";
}

function hasValue(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
