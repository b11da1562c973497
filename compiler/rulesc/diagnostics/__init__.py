"""What the compiler has to say about a spec: values here, words beside each pass."""

from rulesc.diagnostics.model import Diagnostic, Label, Report, Severity

__all__ = ["Diagnostic", "Label", "Report", "Severity"]
