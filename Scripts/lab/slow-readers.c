// So many clients that read one address slowly, as telephones on a bad network do, or an attacker.
//   slow-readers PORT PATH CLIENTS BYTES-A-SECOND SECONDS
// Each connects from 127.0.0.1, asks once, and reads so many bytes every second. Says "all connected", and how many the
// server has closed in the end.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc != 6) return fprintf(stderr, "slow-readers PORT PATH CLIENTS BYTES-A-SECOND SECONDS\n"), 64;
  int port = atoi(argv[1]), clients = atoi(argv[3]), bytes = atoi(argv[4]), seconds = atoi(argv[5]);
  struct rlimit limit = {clients + 64, clients + 64};
  setrlimit(RLIMIT_NOFILE, &limit);
  int *sockets = calloc(clients, sizeof *sockets), closed = 0;
  char *piece = malloc(bytes), request[2048];
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", argv[2]);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  for (int i = 0; i < clients; i++) {
    sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(sockets[i], (struct sockaddr *)&address, sizeof address) != 0) return perror("connect"), 1;
    if (send(sockets[i], request, strlen(request), MSG_NOSIGNAL) < 0) return perror("send"), 1;
  }
  printf("all connected\n");
  fflush(stdout);
  for (int second = 0; second < seconds; second++) {
    struct timespec pause = {1, 0};
    nanosleep(&pause, NULL);
    for (int i = 0; i < clients; i++) {
      if (sockets[i] < 0) continue;
      ssize_t count = recv(sockets[i], piece, bytes, MSG_DONTWAIT);
      if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) continue;
      close(sockets[i]);
      sockets[i] = -1;
      closed++;
    }
  }
  printf("%d of %d were closed by the server\n", closed, clients);
  return 0;
}
