#pragma once
int clinux_eventfd(void);
