// Keeps a process on this machine: what it serves is on 127.0.0.1, and it connects nowhere else.

const { Server, Socket } = require("node:net");

const HOME = "127.0.0.1";
const HERE = new Set([HOME, "localhost", "::1"]);
const { listen } = Server.prototype;
const { connect } = Socket.prototype;

Server.prototype.listen = function (where, ...rest) {
  const options = typeof where === "object" && where !== null ? where : { port: where };
  const onceUp = rest.filter((each) => typeof each === "function");
  return listen.call(this, options.path ? options : { ...options, host: HOME }, ...onceUp);
};

Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  const host = options?.host ?? HOME;
  if (typeof options === "object" && !options.path && !HERE.has(host)) {
    process.nextTick(() => this.destroy(new Error(`${host} is not this machine`)));
    return this;
  }
  return connect.apply(this, args);
};
