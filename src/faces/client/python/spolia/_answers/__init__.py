"""What comes back in several parts: pages, jobs, messages."""
