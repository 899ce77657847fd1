FROM python:3.13-slim AS build
COPY . /cardhouse
RUN python -m venv /opt/cardhouse \
    && /opt/cardhouse/bin/pip install --no-cache-dir --require-hashes -r /cardhouse/requirements.lock \
    && /opt/cardhouse/bin/pip install --no-cache-dir --no-deps /cardhouse

FROM python:3.13-slim
COPY --from=build /opt/cardhouse /opt/cardhouse
RUN useradd --system cardhouse && install -d -o cardhouse -m 700 /data
USER cardhouse
ENV CARDHOUSE_FILE=/data/house.db CARDHOUSE_SERVE_HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["/opt/cardhouse/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health')"]
CMD ["/opt/cardhouse/bin/cardhouse", "serve"]
