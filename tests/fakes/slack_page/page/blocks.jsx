// Blocks: drawn by the library, and what it leaves out written out plainly below.

import { Component, useLayoutEffect, useRef, useState } from "react";
import { Message } from "slack-blocks-to-jsx";

import { adapted, unshield } from "./adapted.js";
import { within } from "./leaves.js";
import { carries } from "./seen.js";

/** Draw blocks one below the other; `path` is where they stand in the payload. */
export function Blocks({ blocks = [], path = "blocks", look }) {
  return blocks.map((block, index) => (
    <Block key={index} block={block} path={`${path}[${index}]`} look={look} />
  ));
}

function Block({ block, path, look }) {
  const drawn = useRef(null);
  const [missing, setMissing] = useState([]);
  useLayoutEffect(() => {
    unshield(drawn.current);
    const left = leftOut(block, path, drawn.current, look.names);
    look.drawnPlainly(left);
    setMissing(left);
  }, []);
  return (
    <section className="block" data-type={block.type}>
      <div ref={drawn}>
        <Fallible>
          <Message withoutWrapper name="" logo="" blocks={[adapted(block, look.names)]}
            theme={look.theme} data={mentioned(look.names)} />
        </Fallible>
      </div>
      {missing.length > 0 && <Plain leaves={missing} />}
    </section>
  );
}

function leftOut(block, path, node, names) {
  return [...within(block, path)].filter((leaf) => !leaf.behind && !carries(node, leaf, names));
}

function Plain({ leaves }) {
  return (
    <ul className="plain">
      {leaves.map(({ path, text }) => (
        <li key={path}>{text}</li>
      ))}
    </ul>
  );
}

function mentioned(names) {
  const all = Object.entries(names).map(([id, name]) => ({ id, name }));
  return { users: all, channels: all, user_groups: all };
}

// A block on which the library stumbles is drawn as nothing, so that all its texts are left out.
class Fallible extends Component {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  render() {
    return this.state.failed ? null : this.props.children;
  }
}
