"""A sample company: pages, an access file, people, and questions. `demo` and the tests run on it."""
