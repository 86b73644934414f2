import Printers
import Testing
