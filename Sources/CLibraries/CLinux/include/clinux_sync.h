#pragma once

/* Writes everything of the file system that the open file is on to its drive: syncfs(2). 0, or -1 with errno set. */
int clinux_syncfs(int file);
