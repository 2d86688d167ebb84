// A document's page: the words around the document, in the language and colours of the chat page.

import { preferences } from "./preferences.js";
import { day } from "./strings.js";

preferences(writeDays);
writeDays();

function writeDays() {
  for (const time of document.querySelectorAll("time")) {
    time.textContent = day(time.dateTime);
  }
}
