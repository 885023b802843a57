"""The engine as a child process: behind the client's interface, or answering records over pipes."""
