#pragma once
/* Counts events for poll(): closed on exec, and never waited for. */
int clinux_eventfd(void);
