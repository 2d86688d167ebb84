// What the page says, in each language it speaks. `{name}` is filled in.

const EN = {
  skip: "Skip to the question",
  asking_as: "Asking as",
  conversations: "Conversations",
  conversation: "Conversation",
  close_conversations: "Close the conversations",
  new_conversation: "New conversation",
  other_language: "Ver en español",
  to_dark: "Dark colours",
  to_light: "Light colours",
  indexing: "Still reading: {indexed} of {total} pages can be found so far.",
  welcome: "What would you like to know, {name}?",
  promise:
    "Every answer comes from the policies of {company}, with the words it rests on. " +
    "Where they don’t say, you are told so.",
  examples_en: "Ask in English",
  examples_es: "Ask in Spanish",
  your_question: "Your question",
  ask_placeholder: "Ask about a policy…",
  who_reads: "Who will read the reply",
  only_me: "Only me",
  in_channel: "In a channel",
  scope_private: "Only {name} reads the reply: it draws on all that is open to them.",
  scope_channel: "Others read the reply too: it draws only on what everyone may read.",
  send: "Send",
  you_asked: "{name} asked",
  answered: "Answer",
  seen_private: "Only me",
  seen_channel: "In a channel",
  searching: "Looking through the policies…",
  no_answer: "Not answered",
  look_in: "You could look in:",
  needs_fact: "One thing first",
  outage: "Not available just now",
  outage_note: "This is a fault on our side. It does not mean that there is no policy.",
  failed_title: "Something went wrong",
  sources: "Sources",
  source_marker: "Source {number}: {title}",
  quote_of: "Quote from source {number}",
  table: "Table",
  verified: "answered and verified by HR",
  version: "version {version}",
  effective: "in force since {date}",
  page_number: "page {page}",
  in_language: "in {language}",
  open_section: "Open at this section",
  open_page: "Open at page {page}",
  open_document: "Open the document",
  new_tab: "opens in a new tab",
  kept_at: "Kept at",
  copy_place: "Copy the location",
  on_record: "On record as {id}",
  copy_id: "Copy the record id {id}",
  copied: "Copied",
  not_copied: "The browser did not let this be copied",
  try_again: "Try again",
  reload: "Load the page again",
  count: "{count} of {limit} characters",
  over_limit: "That is {count} characters; {limit} is the most. Ask for one thing at a time.",
  too_long: "The question is too long. Ask for one thing at a time.",
  empty: "There is no question yet. Type one.",
  unknown_asker: "This person may not ask here. Choose somebody from the list above.",
  other_host: "This page was opened under another name. Open it as http://localhost.",
  other_origin: "The question did not come from this page. Load the page again.",
  failed: "Your question could not be answered. Mention {reference} when you report it.",
  unreachable: "policybot can’t be reached. Your question is kept: try again in a moment.",
  not_loaded: "policybot can’t be reached. Check that it is running, then load the page again.",
  skip_to_document: "Skip to the document",
  back_to_chat: "Back to the chat",
  owner: "Owner",
  version_named: "Version",
  status: "Status",
  approved: "approved",
  draft: "draft",
  superseded: "superseded",
  archived: "archived",
  effective_from: "In force since",
  effective_until: "In force until",
  is_draft: "This is a draft. It is not in force.",
  is_superseded: "This document has been superseded. It is no longer in force.",
  is_archived: "This document is archived. It is no longer in force.",
  not_quoted: "The words that were quoted were not found in this document as it stands now.",
  not_opened: "This document cannot be opened",
  not_opened_why:
    "There is no such document, or it is not open to whoever is asking. A page that was cited may " +
    "have been moved since: ask again on the chat page.",
  not_shown: "This document cannot be shown just now",
  not_shown_why:
    "Something went wrong on our side. Load the page again in a moment, and mention the " +
    "reference when you report it.",
};

const ES = {
  skip: "Ir a la pregunta",
  asking_as: "Preguntas como",
  conversations: "Conversaciones",
  conversation: "Conversación",
  close_conversations: "Cerrar las conversaciones",
  new_conversation: "Conversación nueva",
  other_language: "Show in English",
  to_dark: "Colores oscuros",
  to_light: "Colores claros",
  indexing: "Aún se está leyendo: ya se encuentran {indexed} de {total} páginas.",
  welcome: "¿Qué quieres saber, {name}?",
  promise:
    "Cada respuesta sale de las normas de {company}, con las palabras en que se apoya. " +
    "Si no lo dicen, se te avisa.",
  examples_en: "Pregunta en inglés",
  examples_es: "Pregunta en español",
  your_question: "Tu pregunta",
  ask_placeholder: "Pregunta por una norma…",
  who_reads: "Quién leerá la respuesta",
  only_me: "Solo yo",
  in_channel: "En un canal",
  scope_private: "Solo {name} lee la respuesta: se apoya en todo lo que puede leer.",
  scope_channel: "Otras personas también la leen: se apoya solo en lo que todos pueden leer.",
  send: "Enviar",
  you_asked: "{name} ha preguntado",
  answered: "Respuesta",
  seen_private: "Solo yo",
  seen_channel: "En un canal",
  searching: "Buscando en las normas…",
  no_answer: "Sin respuesta",
  look_in: "Puedes mirar en:",
  needs_fact: "Antes, una cosa",
  outage: "Ahora no está disponible",
  outage_note: "Es un fallo nuestro. No significa que no haya una norma.",
  failed_title: "Algo ha fallado",
  sources: "Fuentes",
  source_marker: "Fuente {number}: {title}",
  quote_of: "Cita de la fuente {number}",
  table: "Tabla",
  verified: "respondido y verificado por RR. HH.",
  version: "versión {version}",
  effective: "en vigor desde el {date}",
  page_number: "página {page}",
  in_language: "en {language}",
  open_section: "Abrir en este apartado",
  open_page: "Abrir en la página {page}",
  open_document: "Abrir el documento",
  new_tab: "se abre en otra pestaña",
  kept_at: "Está en",
  copy_place: "Copiar la ubicación",
  on_record: "Registrado como {id}",
  copy_id: "Copiar el identificador {id}",
  copied: "Copiado",
  not_copied: "El navegador no ha dejado copiarlo",
  try_again: "Intentar de nuevo",
  reload: "Volver a cargar la página",
  count: "{count} de {limit} caracteres",
  over_limit: "Son {count} caracteres; el máximo es {limit}. Pregunta una cosa cada vez.",
  too_long: "La pregunta es demasiado larga. Pregunta una cosa cada vez.",
  empty: "Aún no hay pregunta. Escribe una.",
  unknown_asker: "Esta persona no puede preguntar aquí. Elige a alguien de la lista.",
  other_host: "La página se abrió con otro nombre. Ábrela como http://localhost.",
  other_origin: "La pregunta no venía de esta página. Vuelve a cargarla.",
  failed: "No se pudo responder a tu pregunta. Da la referencia {reference} al avisar del fallo.",
  unreachable: "No se puede conectar con policybot. Tu pregunta se conserva: inténtalo en un momento.",
  not_loaded: "No se puede conectar con policybot. Comprueba que está en marcha y vuelve a cargar.",
  skip_to_document: "Ir al documento",
  back_to_chat: "Volver al chat",
  owner: "Responsable",
  version_named: "Versión",
  status: "Estado",
  approved: "aprobado",
  draft: "borrador",
  superseded: "sustituido",
  archived: "archivado",
  effective_from: "En vigor desde",
  effective_until: "En vigor hasta",
  is_draft: "Esto es un borrador. No está en vigor.",
  is_superseded: "Este documento ha sido sustituido. Ya no está en vigor.",
  is_archived: "Este documento está archivado. Ya no está en vigor.",
  not_quoted: "Las palabras citadas no se han encontrado en este documento tal como está ahora.",
  not_opened: "Este documento no se puede abrir",
  not_opened_why:
    "No existe, o no está abierto a quien pregunta. Puede que una página citada se haya movido " +
    "desde entonces: vuelve a preguntar en el chat.",
  not_shown: "Ahora no se puede mostrar este documento",
  not_shown_why:
    "Algo ha fallado por nuestra parte. Vuelve a cargar la página en un momento, y da la " +
    "referencia al avisar del fallo.",
};

export const LANGUAGES = { en: EN, es: ES };

let spoken = "en";

export function language() {
  return spoken;
}

export function speak(code) {
  spoken = code;
  document.documentElement.lang = code;
  for (const node of document.querySelectorAll("[data-say]")) {
    node.textContent = say(node.dataset.say);
  }
  for (const node of document.querySelectorAll("[data-say-label]")) {
    node.setAttribute("aria-label", say(node.dataset.sayLabel));
  }
  for (const node of document.querySelectorAll("[data-say-placeholder]")) {
    node.placeholder = say(node.dataset.sayPlaceholder);
  }
}

export function knows(key) {
  return Object.hasOwn(EN, key);
}

export function say(key, facts = {}) {
  return LANGUAGES[spoken][key].replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

export function languageName(code) {
  try {
    return new Intl.DisplayNames([spoken], { type: "language" }).of(code);
  } catch {
    return code;
  }
}

// The language as it is written where the browser is at home: en-GB, es-MX.
function region() {
  return navigator.languages.find((tag) => tag.startsWith(spoken)) ?? spoken;
}

export function number(value) {
  return new Intl.NumberFormat(region()).format(value);
}

export function day(iso) {
  const date = new Date(`${iso}T00:00:00Z`);
  return new Intl.DateTimeFormat(region(), { dateStyle: "long", timeZone: "UTC" }).format(date);
}
