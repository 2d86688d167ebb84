"""A sample company: pages, an access file, people, and questions, for `demo` and the tests."""
