/* A USB foot pedal that is none: a keyboard of the kernel's uinput, named "Lab Foot Pedal", with the one key F13. Lines
   on standard input: `down`, `up`; it is unplugged at the end of the input. */
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void say(int device, int type, int code, int value) {
  struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) perror("pedal");
}

int main(void) {
  int device = open("/dev/uinput", O_WRONLY);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x3553, .product = 0xb001}};
  strcpy(setup.name, "Lab Foot Pedal");
  if (device < 0 || ioctl(device, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(device, UI_SET_KEYBIT, KEY_F13) < 0 ||
      ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) {
    perror("pedal: /dev/uinput");
    return 77;
  }
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    say(device, EV_KEY, KEY_F13, line[0] == 'd');
    say(device, EV_SYN, SYN_REPORT, 0);
  }
  return 0;
}
