"""The python stage: how it is written. Python decides every word, Jinja lays the words out."""
